import { AddressGuard } from '../../src/platform/outbound/address-guard';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { Receiver } from '../harness/receiver';
import { LOCAL_WEBHOOKS } from '../harness/webhooks';

const LONG_NAME = 'Ananthapadmanabhan Venkatasubramanian '.repeat(5).trim();
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1_280, height: 860 };

describeWithBrowser('Call', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN', environment: LOCAL_WEBHOOKS });
  const { page, isWellMade } = driver;
  const region = (name: string) => page().getByRole('region', { name, exact: true });
  let receiver: Receiver;
  const phoneNumber = number('0011');
  let id: string;

  beforeAll(async () => {
    receiver = await Receiver.start();
    jest.spyOn(driver.service.app.get(AddressGuard, { strict: false }), 'isPublic').mockReturnValue(true);
    await driver.service.api(driver.account).put('/webhook', { url: receiver.url() });
    const calls = new CallTests(
      driver.service,
      driver.account,
      await makeAgent(driver.service, driver.account, { name: 'Asha' }),
    );
    ({ id } = await calls.queue({ phone_number: phoneNumber, contact: { name: LONG_NAME } }));
    await calls.final(id);
    await expectSoon(() => Promise.resolve(receiver.requests.length)).toBe(1);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await receiver.stop();
  });

  it('shows the end of a call that was loaded while it was in progress', async () => {
    const before = await driver.service.api(driver.account).get(`/calls/${id}`);
    const { outcome: _, ended_at: __, ...running } = before;
    await page().route(
      `**/console/v1/calls/${id}`,
      (sent) => sent.fulfill({ json: { ...running, status: 'in_progress' } }),
      { times: 1 },
    );
    await driver.browser.goto(`/calls/${id}`);
    await page().locator('[data-testid="call-status"][data-status="completed"]').waitFor();
    await expectSoon(() => page().getByText('There is no outcome yet.').count()).toBe(0);
  });

  it('shows each step to the second, the time since the previous one, and the length of each phase', async () => {
    await driver.browser.goto(`/calls/${id}`);
    const steps = region('What happened').getByTestId('timeline-entry');
    await steps.nth(3).waitFor();
    for (const step of await steps.allInnerTexts()) expect(step).toMatch(/\d{2}:\d{2}:\d{2}/u);
    const [first = '', ...later] = await steps.allInnerTexts();
    expect(first).not.toMatch(/\n\+|\s\+\d/u);
    for (const step of later) expect(step).toMatch(/\+(?:\d+(?:\.\d)? (?:ms|s|min|h)|\d+:\d{2})/u);
    const phases = page().locator('[data-phase]');
    expect(await phases.evaluateAll((parts: any[]) => parts.map((part) => part.dataset.phase))).toEqual([
      'waited',
      'rang',
      'talked',
      'analysed',
    ]);
    await isWellMade();
  });

  it('shows the outcome by its label, on the page and in the list', async () => {
    const { outcome } = await driver.service.api(driver.account).get(`/calls/${id}`);
    const { disposition } = outcome as { disposition: string };
    expect(disposition).toContain('_');
    const words = disposition.replaceAll('_', ' ');
    await driver.browser.goto(`/calls/${id}`);
    await page().getByTestId('outcome').getByText(words, { exact: true }).waitFor();
    await driver.browser.goto('/calls');
    await driver.row(id).getByText(words, { exact: true }).waitFor();
    await expectSoon(() => page().getByText(disposition).count()).toBe(0);
  });

  it('prints the whole transcript, without navigation, actions and player', async () => {
    await driver.browser.goto(`/calls/${id}`);
    const turns = page().getByTestId('turn');
    await turns.first().waitFor();
    await page().setViewportSize({ width: 1_280, height: 200 });
    const isCut = () =>
      turns
        .first()
        .evaluate((turn: any) => turn.parentElement.scrollHeight > turn.parentElement.clientHeight);
    expect(await isCut()).toBe(true);
    const color = () => page().evaluate('getComputedStyle(document.body).color');
    const black = await color();
    await page().emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await color()).toBe(black);
    expect(await isCut()).toBe(false);
    await expectSoon(() => page().getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    expect(
      await page()
        .getByRole('button', { name: /^(?:Call again|Play|Redeliver)$/u })
        .count(),
    ).toBe(0);
    await page().emulateMedia({ media: null, colorScheme: 'light' });
    await page().setViewportSize(DESKTOP);
  });

  it('leaves shortcuts such as Alt and ← to the browser while the player has the focus', async () => {
    await driver.browser.goto(`/calls/${id}`);
    // True: the key is left to the browser.
    const pressed = (key: string, modifiers = {}) =>
      page().evaluate<boolean>(
        `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, bubbles: true, cancelable: true, ...modifiers })}))`,
      );
    await driver.button('Play').focus();
    expect(await pressed('ArrowRight')).toBe(false);
    await expectSoon(() => page().getByLabel('Position').inputValue()).toBe('5');
    expect(await pressed('ArrowLeft', { altKey: true })).toBe(true);
    expect(await pressed('ArrowLeft', { metaKey: true })).toBe(true);
    await expectSoon(() => page().getByLabel('Position').inputValue()).toBe('5');
  });

  it('cuts a long name at two lines, with the whole on hover and focus', async () => {
    await driver.browser.goto('/calls');
    const name = driver.row(id).getByTitle(LONG_NAME);
    await name.waitFor();
    const [height, line] = await name.evaluate((box: any) => [
      box.clientHeight,
      // In the browser.
      parseFloat((globalThis as any).getComputedStyle(box).lineHeight),
    ]);
    expect(height).toBeLessThan(2.5 * line);
    await name.focus();
    await expectSoon(() => name.evaluate((box: any) => box.scrollHeight - box.clientHeight < 2)).toBe(true);
    await isWellMade();
  });

  it('links the deliveries of a call, and back; the list has status code and call', async () => {
    await driver.browser.goto(`/calls/${id}`);
    await region('Webhook deliveries')
      .getByRole('link', { name: /Delivered \(200\)/u })
      .click();
    await driver.browser.shows('delivery');
    const body = page().getByRole('region', { name: 'Body', exact: true });
    await expectSoon(() => body.textContent()).toMatch(/^\{\n {2}"/u);
    await driver.button('Copy').first().waitFor();
    await isWellMade();
    await page().locator(`a[href^="/console/calls/${id}"]`).click();
    await driver.browser.shows('call');
    await driver.browser.goto('/webhook');
    const row = page().getByRole('row').filter({ hasText: 'call.completed' });
    await row.getByRole('cell', { name: '200', exact: true }).waitFor();
    await row.getByRole('link', { name: 'Call', exact: true }).click();
    await driver.browser.shows('call');
  });

  it('shows contact and outcome under the number on phones, with the player in reach', async () => {
    await page().setViewportSize(PHONE);
    await driver.browser.goto('/calls');
    const cell = driver.row(id).getByRole('cell').filter({ hasText: phoneNumber });
    await cell.getByText('Wrong Number', { exact: true }).waitFor();
    await cell.getByText(LONG_NAME).waitFor();
    await driver.browser.goto(`/calls/${id}`);
    const turns = page().getByTestId('turn');
    await turns.nth(2).waitFor();
    for (const turn of [turns.first(), turns.last()]) {
      await turn.scrollIntoViewIfNeeded();
      const box = await page().getByLabel('Position').boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
    }
    await page().setViewportSize(DESKTOP);
  });
});
