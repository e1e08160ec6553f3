import { AddressGuard } from '../../src/platform/outbound/address-guard';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { answer, Receiver } from '../harness/receiver';
import { LOCAL_WEBHOOKS, verify, WebhookTests } from '../harness/webhooks';
import { expectSoon } from '../harness/expect-soon';

const HOSTILE = `<img src=x onerror="alert(1)">‮abc مرحبا ${'w'.repeat(400)}`;

describeWithBrowser('Webhook', () => {
  const driver = new ConsoleDriver({ environment: LOCAL_WEBHOOKS, as: 'ADMIN' });
  const { page, button, dialog, question, isWellMade } = driver;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await Receiver.start();
    jest.spyOn(driver.service.app.get(AddressGuard, { strict: false }), 'isPublic').mockReturnValue(true);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await receiver.stop();
  });

  const rate = () => page().getByTestId('success-rate');

  it('sets an endpoint, shows its secret once, and sends a test event', async () => {
    await driver.browser.goto('');
    await page().getByRole('link', { name: 'Webhook', exact: true }).click();
    await driver.browser.shows('webhook');
    await page().getByText('No endpoint yet.', { exact: true }).waitFor();
    await expectSoon(() => rate().textContent()).toBe('–');
    await isWellMade();
    await button('Set endpoint').click();
    const form = dialog('Set endpoint');
    await form.getByLabel('URL').fill('https://10.1.2.3/hook');
    await button('Set endpoint', form).click();
    await form.getByLabel('URL').and(page().locator('[aria-invalid="true"]')).waitFor();
    await form.getByText('must lead to a public address').waitFor();
    await isWellMade();
    // What is typed survives a lost connection.
    await form.getByLabel('URL').fill(receiver.url());
    await page().route('**/v1/webhook', (route) => route.abort());
    await button('Set endpoint', form).click();
    await form.getByText('No connection to the service. Try again.').waitFor();
    await expectSoon(() => form.getByLabel('URL').inputValue()).toBe(receiver.url());
    await page().unroute('**/v1/webhook');
    await button('Set endpoint', form).click();
    const secret = (await page().getByTestId('new-secret').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await isWellMade();
    await button('I have stored it').click();
    await page().getByText(receiver.url()).waitFor();
    await page().getByText('How to verify').click();
    await isWellMade();
    await button('Send test event').click();
    await page()
      .getByTestId('test-result')
      .getByText(/^Delivered: status 200/)
      .waitFor();
    expect(verify(receiver.requests.at(-1), secret)).toMatchObject({ type: 'webhook.test' });
    await rate().getByText('100 %').waitFor();
    await page().locator('td [data-status="delivered"]').waitFor();
    await page().reload();
    await driver.browser.shows('webhook');
    await expectSoon(() => page().getByTestId('new-secret').count()).toBe(0);
    await isWellMade();
  });

  it('shows the history of a failed attempt, and redelivers one or all of them', async () => {
    receiver.behaviour = answer(500, {}, HOSTILE);
    await new WebhookTests(driver.service).announce(driver.account, 2);
    await page().locator('td [data-status="failed"]').nth(1).waitFor();
    await rate().getByText('33.3 %').waitFor();
    await page().getByText('2 events are not delivered').waitFor();
    await isWellMade();
    await page().getByLabel('Show').selectOption('Delivered');
    await page().waitForURL(/result=delivered/);
    await page().locator('td [data-status="failed"]').first().waitFor({ state: 'detached' });
    await page().getByLabel('Show').selectOption('Failed');
    await page().locator('td [data-status="failed"]').first().click();
    await driver.browser.shows('delivery');
    await expectSoon(() => page().getByTestId('delivery-result').getAttribute('data-status')).toBe('failed');
    await page().getByRole('region', { name: 'Body', exact: true }).getByText('call.completed').waitFor();
    await page().getByText('webhook-timestamp').waitFor();
    await expectSoon(() => page().getByText('webhook-signature').count()).toBe(0);
    const region = page().getByRole('region', { name: /first 2,048/ });
    await expectSoon(() => region.textContent()).toContain('<img src=x onerror="alert(1)">□abc مرحبا');
    await isWellMade();
    const failed = page().url();
    await driver.browser.goto('');
    await page().getByText('The webhook fails: 2 events of the last 24 hours were not accepted.').waitFor();
    await isWellMade();
    await page().goto(failed);
    receiver.behaviour = answer(200);
    await button('Redeliver').click();
    await page().locator('[data-testid="delivery-result"][data-status="delivered"]').waitFor();
    expect(page().url()).not.toBe(failed);
    await page().getByText('It was empty.').waitFor();
    await page().getByRole('heading', { level: 1 }).and(page().locator(':focus')).waitFor();
    await isWellMade();
    await driver.browser.goto('/webhook');
    await page().getByText('1 event is not delivered').waitFor();
    await button('Redeliver all failed since…').click();
    const form = dialog('Redeliver all failed since…');
    await form.getByLabel('Since').fill('');
    await button('Redeliver all failed since…', form).click();
    await form.getByText('Since must be filled in.').waitFor();
    await isWellMade();
    await form.getByLabel('Since').fill('2020-01-01T00:00');
    await button('Redeliver all failed since…', form).click();
    await page().getByText('1 event is sent again.').waitFor();
    await page().locator('td [data-status="delivered"]').nth(2).waitFor();
    expect(receiver.requests).toHaveLength(5);
    await driver.browser.goto('/webhook/deliveries/dlv_unknown', 'error');
    await page().getByText('There is no such delivery.').waitFor();
    await isWellMade();
  });

  it('rotates the secret, and stops deliveries', async () => {
    await driver.browser.goto('/webhook');
    await button('Rotate secret').click();
    const form = dialog('Rotate secret');
    await form.getByLabel('Old secret').selectOption('ends at once');
    await isWellMade();
    await button('Rotate secret', form).click();
    const secret = (await page().getByTestId('new-secret').textContent()) ?? '';
    await page().keyboard.press('Escape');
    await button('Stay', question()).click();
    await button('I have stored it').click();
    await page()
      .getByText(`ends with ${secret.slice(-4)}`)
      .waitFor();
    receiver.behaviour = answer(410);
    await button('Send test event').click();
    await page().getByText('Not delivered: The endpoint answered with status 410.').waitFor();
    expect(verify(receiver.requests.at(-1), secret)).toMatchObject({ type: 'webhook.test' });
    await button('Stop deliveries').click();
    await question().getByText('Stop deliveries to 1 endpoint?').waitFor();
    await isWellMade();
    await button('Stop deliveries', question()).click();
    await page().getByText('No endpoint yet.').waitFor();
    await expectSoon(() => button('Rotate secret').count()).toBe(0);
    await isWellMade();
  });

  it('shows no webhook to users who work with calls alone', async () => {
    await driver.browser.enter(await driver.tests.person(driver.account.id, ['STAFF']));
    await driver.browser.goto('/webhook');
    await driver.browser.shows('not-allowed');
    await expectSoon(() => page().getByRole('link', { name: 'Webhook', exact: true }).count()).toBe(0);
  });
});
