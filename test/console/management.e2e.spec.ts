import type { Locator } from 'playwright-core';
import { TestApp, type TestAccount } from '../harness/app';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleTests } from '../harness/console';
import { ConsoleBrowser } from '../harness/console-browser';

const HOSTILE = `<img src=x onerror="alert(1)">‮abc مرحبا ${'w'.repeat(40)}`;

/** The pages on which an admin looks after keys, the webhook and people. */
describeWithBrowser('What admins manage in the console')('the console', () => {
  let service: TestApp;
  let browser: ConsoleBrowser;
  let account: TestAccount;

  beforeAll(async () => {
    service = await TestApp.start();
    const tests = new ConsoleTests(service);
    account = await service.account({ name: 'Sunrise' });
    browser = await ConsoleBrowser.open(service);
    await browser.enter(await tests.person(account.id, ['ADMIN']));
  });
  afterEach(() => {
    expect(browser.problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const page = () => browser.page;
  const button = (name: string, within: { getByRole: Locator['getByRole'] } = page()) =>
    within.getByRole('button', { name, exact: true });
  const isWellMade = async () => {
    expect(await browser.faults()).toEqual([]);
  };
  const dialog = (name: string) => page().getByRole('dialog', { name });
  const question = () => page().getByRole('alertdialog');

  it('a key is made, shown once, works, and is revoked', async () => {
    await browser.goto('');
    await page().getByRole('link', { name: 'API keys' }).click();
    await browser.shows('keys');
    await isWellMade();
    await button('Create key').click();
    const form = dialog('Create key');
    await form.getByLabel('webhooks:manage').check();
    await form.getByLabel('calls:write').uncheck();
    await button('Create key', form).click();
    await form.getByLabel('Name').and(page().locator('[aria-invalid="true"]')).waitFor();
    await isWellMade();
    await form.getByLabel('Name').fill(HOSTILE);
    await form.getByLabel('Expires on').fill('2030-01-31');
    await button('Create key', form).click();
    const key = (await page().getByTestId('new-key').textContent()) ?? '';
    expect(key).toMatch(/^aics_\w{38}$/);
    await form.getByText('curl').waitFor();
    await isWellMade();
    // Who leaves is asked first, and may stay.
    await page().keyboard.press('Escape');
    await button('Stay', question()).and(page().locator(':focus')).waitFor();
    await isWellMade();
    await button('Stay', question()).click();
    await button('I have stored it').click();
    const row = page().getByRole('row', { name: /img src/ });
    await row.getByText(`${key.slice(0, 13)}…`).waitFor();
    await row.getByText('calls:read, webhooks:manage').waitFor();
    await row.getByText('31 Jan 2030').waitFor();
    const ask = () => fetch(`${service.origin}/v1/calls`, { headers: { 'X-API-Key': key } });
    expect((await ask()).status).toBe(200);
    await button('Revoke', row).click();
    await question().getByText('Calls that it queued go ahead.').waitFor();
    await isWellMade();
    await button('Revoke', question()).click();
    await row.locator('[data-status="revoked"]').waitFor();
    expect((await ask()).status).toBe(401);
    await page().reload();
    await browser.shows('keys');
    expect(await page().getByTestId('new-key').count()).toBe(0);
    await isWellMade();
  });
});
