import { DoNotCallList } from '../../src/accounts';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

/** Filters that the address stores, set by keys alone. */
describeWithBrowser('Filters of lists', () => {
  const driver = new ConsoleDriver({ as: 'STAFF' });
  const { page, button } = driver;

  let calls: CallTests;

  beforeAll(async () => {
    calls = new CallTests(driver.service, driver.account, await makeAgent(driver.service, driver.account));
  });

  const address = (name: string) => Promise.resolve(new URL(page().url()).searchParams.get(name));
  const field = (label: string) => page().getByLabel(label, { exact: true });
  const typed = async (label: string, digits: string) => {
    await field(label).focus();
    await page().keyboard.type(digits, { delay: 30 });
    await page().keyboard.press('Tab');
  };

  /** The page follows its address a moment later. */
  const clearFrom = async () => {
    const chip = page().getByRole('button', { name: '20 Nov 2026' });
    await chip.waitFor();
    await field('From').fill('');
    await chip.waitFor({ state: 'hidden' });
    expect(await address('from')).toBe(null);
  };

  it('accepts the days of Calls digit by digit, and clears them', async () => {
    await driver.browser.goto('/calls');
    await typed('From', '11202026');
    await expectSoon(() => address('from')).toBe('2026-11-20');
    await typed('To', '11212026');
    await expectSoon(() => address('to')).toBe('2026-11-21');
    await expectSoon(() => field('From').inputValue()).toBe('2026-11-20');
    await clearFrom();
    await page().goBack();
    await expectSoon(() => field('From').inputValue()).toBe('2026-11-20');
  });

  it('follows a later change of a day that was sent twice at once', async () => {
    await driver.browser.goto('/calls');
    await field('From').focus();
    await page().keyboard.type('11202026', { delay: 30 });
    await Promise.all([page().keyboard.press('Enter'), page().keyboard.press('Tab')]);
    await expectSoon(() => address('from')).toBe('2026-11-20');
    await clearFrom();
    await page().goBack();
    await expectSoon(() => field('From').inputValue()).toBe('2026-11-20');
  });

  it('accepts the days of Home digit by digit, and changes no other day', async () => {
    await driver.browser.goto('/?from=2026-11-10&to=2026-11-21');
    await typed('To', '11202026');
    await expectSoon(() => address('to')).toBe('2026-11-20');
    await expectSoon(() => address('from')).toBe('2026-11-10');
    await expectSoon(() => page().getByRole('alert').count()).toBe(0);
    // An emptied day is required, so the former one is shown again.
    await field('From').focus();
    await page().keyboard.press('Backspace');
    await page().keyboard.press('Shift+Tab');
    await expectSoon(() => field('From').inputValue()).toBe('2026-11-10');
  });

  it('follows the arrow keys through options, however fast they are', async () => {
    for (const [path, label, option] of [
      ['/calls', 'Status', 'completed'],
      ['/calls', 'Test calls', 'none'],
    ] as const) {
      await driver.browser.goto(path);
      await field(label).focus();
      const options = await field(label)
        .locator('option')
        .evaluateAll((all) => (all as unknown as { value: string }[]).map(({ value }) => value));
      for (let presses = options.indexOf(option); presses > 0; presses--)
        await page().keyboard.press('ArrowDown');
      await expectSoon(() => address(label === 'Status' ? 'status' : 'test')).toBe(option);
      await expectSoon(() => field(label).inputValue()).toBe(option);
    }
  });

  it('preserves a filter when another changes right after it', async () => {
    await driver.browser.goto('/calls?status=queued&from=2026-11-10');
    await field('From').focus();
    await page().keyboard.type('11202026', { delay: 30 });
    // The press leaves the field of the day, too.
    await page()
      .getByRole('button', { name: /^Remove Status/ })
      .click();
    await expectSoon(() => address('status')).toBe(null);
    await expectSoon(() => address('from')).toBe('2026-11-20');
    await expectSoon(() => field('From').inputValue()).toBe('2026-11-20');
  });

  it('turns to older and newer pages by keyboard', async () => {
    for (let count = 0; count < 51; count++) await calls.queue({ test: true });
    await driver.browser.goto('/calls');
    await button('Older').press('Enter');
    await page().locator('tr[data-id]').nth(1).waitFor({ state: 'detached' });
    await button('Newest').and(page().locator(':focus')).waitFor();
    await expectSoon(() => button('Older').isDisabled()).toBe(true);
    await driver.isWellMade();
    await page().keyboard.press('Enter');
    await page().locator('tr[data-id]').nth(49).waitFor();
    await button('Older').and(page().locator(':focus')).waitFor();
    expect(await address('after')).toBe(null);
  });

  it('preserves a search in its field with the focus', async () => {
    await driver.browser.goto('/calls');
    await field('Find').fill('lead-7');
    await page().keyboard.press('Enter');
    await expectSoon(() => address('q')).toBe('lead-7');
    await page().getByText('No calls match.').waitFor();
    await field('Find').and(page().locator(':focus')).waitFor();
    await button('Clear').click();
    await expectSoon(() => field('Find').inputValue()).toBe('');
  });

  it('finds a number of the do-not-call list, and clears the search, by keyboard', async () => {
    const listed = number();
    await driver.service.app.get(DoNotCallList, { strict: false }).add(driver.account.id, listed, 'test');
    await driver.browser.goto('/do-not-call');
    const find = field('Find a number');
    await find.fill(listed);
    await page().keyboard.press('Enter');
    await expectSoon(() => address('q')).toBe(listed);
    await find.and(page().locator(':focus')).waitFor();
    await button('Clear').press('Enter');
    await find.and(page().locator(':focus')).waitFor();
    await expectSoon(() => find.inputValue()).toBe('');
  });

  it.each([
    ['a default label', {}, 'likely', 'Likely_Interested'],
    ['a label as the API writes it', {}, 'Not_Interested', 'Not_Interested'],
    ['a label of the chosen agent', { dispositions: ['Fee_Asked'] }, 'fee', 'Fee_Asked'],
  ])('filters by %s', async (_, agent, text, label) => {
    const agentId = await makeAgent(driver.service, driver.account, { name: text, ...agent });
    await driver.browser.goto(`/calls?agent=${agentId}`);
    await field('Outcome').fill(text);
    await page().getByRole('listbox').getByRole('option').first().waitFor();
    await page().keyboard.press('Enter');
    await expectSoon(() => address('outcome')).toBe(label);
  });
});
