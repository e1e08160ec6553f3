import { readFile } from 'node:fs/promises';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Calls: many at once', () => {
  const driver = new ConsoleDriver({ as: 'STAFF' });
  const { page, button, row, question } = driver;
  let calls: CallTests;

  beforeAll(async () => {
    calls = new CallTests(driver.service, driver.account, await makeAgent(driver.service, driver.account));
  });

  const status = (id: string, value: string) => row(id).locator(`[data-status="${value}"]`).waitFor();
  const waiting = async () => {
    const at = new Date(driver.service.clock.nowMs() + 86_400_000).toISOString();
    return (await calls.queue({ scheduled_for: at })).id;
  };

  it('selects calls, preserves the selection while others arrive, and cancels them by keyboard', async () => {
    const [one, two] = [await waiting(), await waiting()];
    await driver.browser.goto('/calls');
    await row(one).getByRole('checkbox').focus();
    await page().keyboard.press('Space');
    await row(two).getByRole('checkbox').check();
    const three = await waiting();
    await row(three).waitFor();
    await button('Cancel 2 calls').waitFor();
    await expectSoon(() => row(one).getByRole('checkbox').isChecked()).toBe(true);
    expect(await driver.browser.faults()).toEqual([]);
    await button('Cancel 2 calls').focus();
    await page().keyboard.press('Enter');
    const question = page().getByRole('alertdialog', { name: 'Cancel 2 calls?' });
    await question.getByRole('button', { name: 'Go back' }).and(page().locator(':focus')).waitFor();
    await question.getByRole('button', { name: 'Cancel 2 calls' }).click();
    await page().getByText('2 calls were canceled.').waitFor();
    await status(one, 'canceled');
    await status(two, 'canceled');
    await status(three, 'queued');
    await button('Cancel 2 calls').waitFor({ state: 'hidden' });
    await page().locator('h1:focus').waitFor();
  });

  it('reports calls that do not wait any more', async () => {
    const id = await waiting();
    await driver.browser.goto('/calls');
    await page().getByRole('checkbox', { name: 'Select all calls of this page' }).check();
    await button('Cancel 4 calls').click();
    const question = page().getByRole('alertdialog', { name: 'Cancel 4 calls?' });
    await question.getByRole('button', { name: 'Cancel 4 calls' }).click();
    await page()
      .getByText('2 calls were canceled. 2 did not wait any more and go on as they were.')
      .waitFor();
    await status(id, 'canceled');
  });

  it('cancels all waiting calls that match at once', async () => {
    const [mine, other] = [await waiting(), await waiting()];
    const { phone_number } = await calls.read(mine);
    await driver.browser.goto(`/calls?q=${encodeURIComponent(phone_number)}`);
    await button('Cancel all waiting that match').click();
    const question = page().getByRole('alertdialog', { name: 'Cancel 1 call?' });
    await question.getByRole('button', { name: 'Cancel all waiting that match' }).click();
    await page().getByText('1 call was canceled.').waitFor();
    await status(mine, 'canceled');
    expect((await calls.read(other)).status).toBe('queued');
    await button('Cancel all waiting that match').click();
    await page().getByText('No call that matches waits.').waitFor();
    await driver.browser.goto('/calls?status=canceled');
    await row(mine).waitFor();
    await expectSoon(() => button('Cancel all waiting that match').count()).toBe(0);
  });

  it('names the number of all waiting calls that match, of several pages too', async () => {
    const at = new Date(driver.service.clock.nowMs() + 86_400_000).toISOString();
    const rows = Array.from({ length: 120 }, () => ({ phone_number: number() }));
    const agent_id = await makeAgent(driver.service, driver.account, { name: 'Many' });
    const body = { agent_id, scheduled_for: at, calls: rows };
    const { body: batch } = await driver.service.http(driver.account).post('/batches').send(body).expect(200);
    const { id } = batch as { readonly id: string };
    await driver.browser.goto(`/calls?batch=${id}`);
    await button('Cancel all waiting that match').click();
    const asked = page().getByRole('alertdialog', { name: 'Cancel 120 calls?' });
    await button('Cancel all waiting that match', asked).click();
    await page().getByText('120 calls were canceled.').waitFor();
  });

  it('leaves the focus in the typed field when calls are canceled', async () => {
    const id = await waiting();
    await driver.browser.goto('/calls');
    let goOn = (): void => undefined;
    const isTyping = new Promise<void>((resolve) => (goOn = resolve));
    await page().route(
      '**/console/api/calls/cancel',
      async (sent) => {
        await isTyping;
        await sent.continue();
      },
      { times: 1 },
    );
    await button('Cancel all waiting that match').click();
    await button('Cancel all waiting that match', question()).click();
    await page().getByLabel('Find').fill('+9198');
    goOn();
    await page()
      .getByText(/calls? (?:was|were) canceled\.$/u)
      .waitFor();
    await status(id, 'canceled');
    await page().getByLabel('Find').and(page().locator(':focus')).waitFor();
  });

  it('cancels all calls of an account, though another account is shown meanwhile', async () => {
    const second = await driver.service.account({ name: 'Second' });
    const person = await driver.tests.person(driver.account.id, ['STAFF']);
    await driver.tests.member(second.id, ['STAFF'], person.email);
    const others = new CallTests(driver.service, second, await makeAgent(driver.service, second));
    const at = new Date(driver.service.clock.nowMs() + 86_400_000).toISOString();
    const [mine, { id: theirs }] = [await waiting(), await others.queue({ scheduled_for: at })];
    await driver.browser.enter(person);
    await driver.browser.goto(`/calls?account=${driver.account.id}&status=queued`);
    let goOn = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => (goOn = resolve));
    const part = { object: 'canceled_calls', canceled: 1, not_cancelable: 0, more: true };
    await page().route(
      '**/console/api/calls/cancel',
      async (sent) => {
        await isLeft;
        await sent.fulfill({ json: part });
      },
      { times: 1 },
    );
    await button('Cancel all waiting that match').click();
    await button('Cancel all waiting that match', question()).click();
    await button('Account').click();
    await page().getByRole('menuitem', { name: 'Second' }).click();
    await page().waitForURL(`**/console?account=${second.id}`);
    goOn();
    await page().getByText('calls were canceled.').waitFor();
    expect((await calls.read(mine)).status).toBe('canceled');
    expect((await others.read(theirs)).status).toBe('queued');
    await driver.browser.enter(driver.person);
    await driver.browser.goto('/calls');
  });

  it('exports the filtered calls as a file', async () => {
    const { id } = await calls.queue({ test: true, contact: { name: '=cmd' } });
    await calls.final(id);
    await driver.browser.goto(`/calls?q=${id}&direction=outbound`);
    await row(id).getByRole('cell', { name: 'Outbound' }).waitFor();
    const [download] = await Promise.all([
      page().waitForEvent('download'),
      page().getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('calls.csv');
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(",'=cmd,");
    await page().getByLabel('Direction', { exact: true }).selectOption('Inbound');
    await page().getByText('No calls match.').waitFor();
    await page()
      .getByRole('button', { name: /^Remove Direction/ })
      .click();
    await row(id).waitFor();
  });

  it('leads to the sign-in instead of a file when the session has ended', async () => {
    await driver.browser.goto('/calls');
    let downloads = 0;
    page().on('download', () => downloads++);
    const [cookie] = await driver.browser.context.cookies();
    await driver.browser.context.clearCookies();
    await page().getByRole('link', { name: 'Export CSV' }).click();
    await driver.browser.shows('sign-in');
    expect(new URL(page().url()).searchParams.get('next')).toBe('/console/calls');
    expect(downloads).toBe(0);
    await driver.browser.context.addCookies([cookie!]);
  });

  it('fits a window of 320 px', async () => {
    const { id } = await calls.queue({ test: true, contact: { name: 'Ravi Kumar' } });
    await calls.final(id);
    await page().setViewportSize({ width: 320, height: 640 });
    await driver.browser.goto('/calls');
    await row(id).waitFor();
    await expectSoon(() => page().evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    await page().setViewportSize({ width: 1_280, height: 860 });
  });
});
