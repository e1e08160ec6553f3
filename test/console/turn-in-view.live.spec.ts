import { resolve } from 'node:path';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

/** Runs in the browser: the turn that plays is not cut off by its list, nor by what stands over the page. */
const IS_SEEN = `(() => {
  const turn = document.querySelector('[data-testid="turn"][aria-current="true"]');
  if (!turn) return false;
  const { left, top, bottom } = turn.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => turn.contains(document.elementFromPoint(left + 20, y)));
})()`;

describeWithBrowser('The playing turn of a call', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button } = driver;
  const position = () => page().getByLabel('Position');
  let id: string;

  beforeAll(async () => {
    const agentId = await makeAgent(driver.service, driver.account);
    const calls = new CallTests(driver.service, driver.account, agentId);
    // Talks until the limit of minutes.
    ({ id } = await calls.queue({ phone_number: number('0014') }));
    await calls.final(id);
  });

  it.each([
    ['a desktop', { width: 1_280, height: 720 }],
    ['a phone', { width: 390, height: 844 }],
  ])('scrolls to the playing turn of a long talk on %s', async (_, size) => {
    await page().setViewportSize(size);
    await driver.browser.goto(`/calls/${id}`);
    await button('Play').click();
    await button('Pause').waitFor();
    for (const minute of [1, 3, 5, 2]) {
      await position().fill(String(minute * 60));
      await expectSoon(() => page().evaluate(IS_SEEN)).toBe(true);
    }
  });

  it('leaves the page where the reader scrolled it, until a turn is pressed', async () => {
    await page().setViewportSize({ width: 1_280, height: 720 });
    await driver.browser.goto(`/calls/${id}`);
    await button('Play').click();
    await expectSoon(() => page().evaluate(IS_SEEN)).toBe(true);
    await page().mouse.move(1_000, 300);
    await page().mouse.wheel(0, -5_000);
    await expectSoon(() => page().evaluate('scrollY')).toBe(0);
    // A press of the pointer would scroll to the button.
    await button('Forward 5 seconds').dispatchEvent('click');
    await button('Forward 5 seconds').dispatchEvent('click');
    await page().getByTestId('turn').nth(2).and(page().locator('[aria-current="true"]')).waitFor();
    expect(await page().evaluate('scrollY')).toBe(0);
    await page().getByTestId('turn').nth(8).getByRole('button').click();
    await expectSoon(() => page().evaluate(IS_SEEN)).toBe(true);
  });

  it('plays a turn that is pressed by keyboard, and none whose text is selected by mouse', async () => {
    await page().setViewportSize({ width: 1_280, height: 720 });
    await driver.browser.goto(`/calls/${id}`);
    const turn = page().getByTestId('turn').nth(1).getByRole('button');
    const words = turn.locator('[dir="auto"]');
    await words.hover({ position: { x: 4, y: 8 } });
    await page().mouse.down();
    await words.hover({ position: { x: 90, y: 8 } });
    await page().mouse.up();
    expect(await page().evaluate('getSelection().toString()')).not.toBe('');
    await button('Play').waitFor();
    for (const key of ['Enter', 'Space']) {
      await driver.browser.goto(`/calls/${id}`);
      await turn.press(key);
      await button('Pause').waitFor();
      await turn.and(page().locator(':focus')).waitFor();
    }
  });
});
