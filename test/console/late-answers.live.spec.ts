import type { Route } from 'playwright-core';
import { AddressGuard } from '../../src/platform/outbound/address-guard';
import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { answer, Receiver } from '../harness/receiver';
import { rowsOf, UploadPage } from '../harness/upload-page';
import { LOCAL_WEBHOOKS } from '../harness/webhooks';

/** Responses that come when the person is elsewhere, and what one does while something else is on its way. */
describeWithBrowser('Late responses in the console', () => {
  const driver = new ConsoleDriver({
    environment: LOCAL_WEBHOOKS,
    account: { lines: 50, countries: ['IN'], credits: '100000' },
    as: 'ADMIN',
  });
  const { page, button, dialog, question } = driver;
  const upload = new UploadPage(driver);

  /** Holds requests until `goOn`. */
  const holding = async (url: string, isIt: (route: Route) => boolean) => {
    let goOn = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (goOn = resolve));
    const held: string[] = [];
    await page().route(url, async (route) => {
      if (isIt(route)) {
        held.push(route.request().postData() ?? '');
        await isReleased;
      }
      await route.continue().catch(() => undefined);
    });
    return { goOn, held };
  };

  it('stays on the next page when a redelivery ends late', async () => {
    const receiver = await Receiver.start(answer(500));
    jest.spyOn(driver.service.app.get(AddressGuard, { strict: false }), 'isPublic').mockReturnValue(true);
    const api = driver.service.api(driver.account);
    await api.put('/webhook', { url: receiver.url() });
    await api.post('/webhook/test', {});
    await driver.browser.goto('/webhook');
    await page().locator('td [data-status="failed"]').first().click();
    await driver.browser.shows('delivery');
    const { goOn, held } = await holding('**/redeliver', () => true);
    const answered = page().waitForResponse('**/redeliver');
    await button('Redeliver').click();
    await expectSoon(() => Promise.resolve(held.length)).toBe(1);
    await page().getByRole('link', { name: 'Credits' }).click();
    await driver.browser.shows('credits');
    goOn();
    await answered;
    await page().waitForTimeout(500);
    await driver.browser.shows('credits');
    await page().unroute('**/redeliver');
    jest.restoreAllMocks();
    await receiver.stop();
  });

  it('stops an upload whose page is left', async () => {
    await makeAgent(driver.service, driver.account, { name: 'Asha' });
    await driver.browser.goto('/batches/new');
    await upload.choose('Left.csv', rowsOf(3_000, 50_000));
    await page().getByLabel('Not before').fill(upload.tomorrow());
    await upload.validated();
    const { goOn, held } = await holding('**/console/api/batches', (route) => {
      const { method, data } = { method: route.request().method(), data: route.request().postData() };
      return method === 'POST' && !(data ?? '').includes('"dry_run"');
    });
    await button('Start 3,000 calls').click();
    await expectSoon(() => Promise.resolve(held.length)).toBe(1);
    await page().getByRole('link', { name: 'Credits' }).click();
    await button('Leave', question()).click();
    await driver.browser.shows('credits');
    goOn();
    await expectSoon(async () => (await upload.batches()).length).toBe(1);
    await page().waitForTimeout(2_000);
    expect([held.length, (await upload.batches()).length]).toEqual([1, 1]);
    await page().unroute('**/console/api/batches');
  });

  it('names no batch of an upload without a name', async () => {
    await driver.browser.goto('/batches/new');
    await upload.choose('Named.csv', rowsOf(1_001, 70_000));
    await page().getByLabel('Not before').fill(upload.tomorrow());
    await page().getByLabel('Batch name').fill('');
    await upload.validated();
    await button('Start 1,001 calls').click();
    await page().getByText('1,001 calls are queued.').waitFor();
    await page().getByRole('link', { name: 'Open the batch' }).click();
    await page().getByRole('heading', { name: 'Without a name', level: 1 }).waitFor({ timeout: 5_000 });
  });

  it('replaces a file at once by the next one that is read', async () => {
    await driver.browser.goto('/batches/new');
    await upload.choose('First.csv', `Phone\n${number()}`);
    await upload.validated();
    await page().evaluate(`{
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = async function () {
        await new Promise((resolve) => (window.readOn = resolve));
        return arrayBuffer.call(this);
      };
    }`);
    await upload.choose('Second.csv', `Phone\n${number()}`);
    await page().getByText('Reading the file…').waitFor();
    await expectSoon(() => button('Start 1 call').count()).toBe(0);
    await page().evaluate('readOn()');
    await page().getByText('Second.csv').waitFor();
    await upload.validated();
  });

  it('does not apply a late check of the password to a newer dialog', async () => {
    const { email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']);
    await driver.browser.signIn(email, PASSWORD);
    await driver.browser.shows('home');
    await driver.service.unitOfWork.rows(
      `UPDATE sessions SET confirmed_at = confirmed_at - interval '13 hours'`,
    );
    await page().getByRole('link', { name: 'API keys' }).click();
    await driver.browser.shows('keys');
    await button('Create key').click();
    const form = dialog('Create key');
    await form.getByLabel('Name').fill('CRM');
    await button('Create key', form).click();
    const confirm = dialog('Confirm your password');
    await confirm.getByLabel('Password').fill(PASSWORD);
    const { goOn, held } = await holding('**/console/api/confirm', () => true);
    await button('Confirm your password', confirm).click();
    await expectSoon(() => Promise.resolve(held.length)).toBe(1);
    await page().goBack();
    const leaving = page().getByText('Leave without saving?');
    await leaving.waitFor();
    const answered = page().waitForResponse('**/console/api/confirm');
    goOn();
    await answered;
    await page().waitForTimeout(500);
    await leaving.waitFor();
    await driver.browser.shows('keys');
    await page().unroute('**/console/api/confirm');
    // The focus is on "Stay".
    await page().keyboard.press('Enter');
    await leaving.waitFor({ state: 'hidden' });
    await button('Cancel', form).click();
  });

  it('confirms before a tool that is being saved is left, and shows a failed reload', async () => {
    await driver.browser.goto('/tools/new');
    await page().getByLabel('Name', { exact: true }).fill('order_status');
    await page().getByLabel('Description').fill('Reads where an order is.');
    await page().getByLabel('URL').fill('https://example.com/orders');
    const { goOn, held } = await holding('**/console/v1/tools', () => true);
    await button('Save').click();
    await expectSoon(() => Promise.resolve(held.length)).toBe(1);
    await page().getByRole('link', { name: 'Credits' }).click();
    await button('Stay', question()).click({ timeout: 3_000 });
    goOn();
    await page().getByTestId('new-secret').waitFor();
    await page().unroute('**/console/v1/tools');
    await button('I have stored it').click();
    await page().getByText('No agent uses it.').waitFor();
    const id = page().url().split('/').at(-1) ?? '';
    await driver.service.api(driver.account).patch(`/tools/${id}`, { description: 'Elsewhere' });
    await page().getByLabel('Description').fill('Here');
    await button('Save').click();
    await page().getByText('Somebody saved this tool meanwhile').waitFor();
    await page().route('**/console/v1/tools/*', (route) => route.abort());
    await button('Reload').click();
    await button('Reload', question()).click();
    await page().getByText('No connection to the service. Try again.').waitFor({ timeout: 3_000 });
    await page().unroute('**/console/v1/tools/*');
    await button('Reload').click();
    await button('Reload', question()).click();
    await expectSoon(() => page().getByLabel('Description').inputValue()).toBe('Elsewhere');
  });

  it('sends no request with the session that a new password ended', async () => {
    const { email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']);
    await driver.browser.signIn(email, PASSWORD);
    await driver.browser.shows('home');
    await driver.browser.goto('/profile');
    const refused: string[] = [];
    page().on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    await page().getByLabel('Current password').fill(PASSWORD);
    await page().getByLabel('New password').fill(`${PASSWORD} again`);
    await button('Change password').click();
    await page().getByText('The password was changed.').waitFor();
    await page().waitForTimeout(1_000);
    expect(refused).toEqual([]);
  });

  it('leaves the next dialog open when a dismissed one gets its response', async () => {
    await driver.browser.goto('/do-not-call');
    await button('Add a number').click();
    const form = dialog('Add a number');
    await form.getByLabel('Phone number').fill('+919876511001');
    const { goOn, held } = await holding('**/console/v1/do-not-call/*', () => true);
    await button('Add a number', form).click();
    await expectSoon(() => Promise.resolve(held.length)).toBe(1);
    await button('Cancel', form).click();
    await form.waitFor({ state: 'hidden' });
    await button('Add a number').click();
    await form.getByLabel('Phone number').fill('+919876511002');
    goOn();
    await page().locator('tr[data-id="+919876511001"]').waitFor();
    await page().waitForTimeout(300);
    await expectSoon(() => form.getByLabel('Phone number').inputValue()).toBe('+919876511002');
    await page().unroute('**/console/v1/do-not-call/*');
    await button('Cancel', form).click();
  });

  it('leaves the dialog of another counsellor open when a response arrives, and updates the list', async () => {
    const [first, second] = [
      await driver.tests.member(driver.account.id, ['COUNSELLOR']),
      await driver.tests.member(driver.account.id, ['COUNSELLOR']),
    ];
    await driver.browser.goto('/counsellors');
    const form = dialog('Edit');
    await button('Edit', driver.row(first.id)).click();
    await form.getByLabel('Carrier extension').fill('1001');
    const { goOn, held } = await holding('**/console/v1/counsellors/*', () => true);
    await button('Edit', form).click();
    await expectSoon(() => Promise.resolve(held.length)).toBe(1);
    await button('Cancel', form).click();
    await form.waitFor({ state: 'hidden' });
    await button('Edit', driver.row(second.id)).click();
    await form.getByLabel('Carrier extension').fill('1002');
    goOn();
    await driver.row(first.id).getByText('1001', { exact: true }).waitFor();
    await page().waitForTimeout(300);
    await form.waitFor({ timeout: 3_000 });
    await expectSoon(() => form.getByLabel('Carrier extension').inputValue()).toBe('1002');
    await page().unroute('**/console/v1/counsellors/*');
    await button('Cancel', form).click();
  });
});
