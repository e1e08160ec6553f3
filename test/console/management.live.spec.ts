import { Numbers } from '../../src/trunks/application/numbers';
import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleTests } from '../harness/console';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { makeTrunk } from '../harness/trunks';
import { expectSoon } from '../harness/expect-soon';

/** The pages on which an admin looks after keys, the webhook and people. */
describeWithBrowser('Management pages of the console', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, isWellMade, dialog, question } = driver;

  it('creates a key, shows it once, and revokes it', async () => {
    await driver.browser.goto('');
    await page().getByRole('link', { name: 'API keys' }).click();
    await driver.browser.shows('keys');
    await isWellMade();
    await button('Create key').click();
    const form = dialog('Create key');
    await form.getByLabel('webhooks:manage').check();
    await form.getByLabel('calls:write').uncheck();
    await button('Create key', form).click();
    await form.getByLabel('Name').and(page().locator('[aria-invalid="true"]')).waitFor();
    await isWellMade();
    await form.getByLabel('Name').fill(HOSTILE);
    const scopes = ['calls:read', 'webhooks:manage'];
    for (const scope of scopes) await form.getByLabel(scope).uncheck();
    await button('Create key', form).click();
    await form.getByRole('checkbox').first().and(page().locator(':focus')).waitFor();
    await isWellMade();
    for (const scope of scopes) await form.getByLabel(scope).check();
    await form.getByLabel('Expires on').fill('2030-01-31');
    await button('Create key', form).click();
    const key = (await page().getByTestId('new-key').textContent()) ?? '';
    expect(key).toMatch(/^aics_\w{38}$/);
    await form.getByText('curl').waitFor();
    await isWellMade();
    // Leaving needs a confirmation.
    await page().keyboard.press('Escape');
    await button('Stay', question()).and(page().locator(':focus')).waitFor();
    await isWellMade();
    await button('Stay', question()).click();
    await button('I have stored it').click();
    const row = page().getByRole('row', { name: /img src/ });
    await row.getByText(`${key.slice(0, 13)}…`).waitFor();
    await row.getByText('calls:read, webhooks:manage').waitFor();
    await row.getByText('31 Jan 2030').waitFor();
    const ask = () => fetch(`${driver.service.origin}/v1/calls`, { headers: { 'X-API-Key': key } });
    expect((await ask()).status).toBe(200);
    await button('Revoke', row).click();
    await question().getByText('Calls that it queued go ahead.').waitFor();
    await isWellMade();
    await button('Revoke', question()).click();
    await row.locator('[data-status="revoked"]').waitFor();
    expect((await ask()).status).toBe(401);
    await page().reload();
    await driver.browser.shows('keys');
    await expectSoon(() => page().getByTestId('new-key').count()).toBe(0);
    await isWellMade();
  });

  it('shows an example for a new key that its scopes allow', async () => {
    await driver.browser.goto('/keys');
    for (const [scope, path] of [
      ['counsellors:manage', '/v1/counsellors'],
      ['webhooks:manage', '/v1/webhook'],
    ] as const) {
      await button('Create key').click();
      const form = dialog('Create key');
      await form.getByLabel('Name').fill(scope);
      for (const chosen of ['calls:read', 'calls:write']) await form.getByLabel(chosen).uncheck();
      await form.getByLabel(scope).check();
      await button('Create key', form).click();
      await form.getByText(`curl ${driver.service.origin}${path} `).waitFor();
      await button('I have stored it').click();
      await expectSoon(() => form.count()).toBe(0);
    }
  });

  it('adds, changes, deactivates and reactivates a counsellor', async () => {
    await driver.browser.goto('/counsellors');
    await page().getByText('No counsellors yet.').waitFor();
    await isWellMade();
    await button('Add counsellor').click();
    const form = dialog('Add counsellor');
    await form.getByLabel('Mobile number').fill('12');
    await button('Add counsellor', form).click();
    await form.getByLabel('Mobile number').and(page().locator('[aria-invalid="true"]')).waitFor();
    await isWellMade();
    await form.getByLabel('Name').fill(`Meera <b> مرحبا ${'w'.repeat(60)}`);
    await form.getByLabel('E-mail').fill('meera@example.com');
    await form.getByLabel('Mobile number').fill('+919876541001');
    await button('Add counsellor', form).click();
    await form.getByText('The counsellor was added.').waitFor();
    await isWellMade();
    await button('Close', form).last().click();
    const row = page().getByRole('row', { name: /meera@example.com/ });
    await row.getByText('+919876541001').waitFor();
    await row.locator('[data-status="active"]').waitFor();
    await isWellMade();
    await button('Copy sign-in link', row).click();
    const link = dialog('Copy sign-in link').getByLabel('Copy sign-in link');
    await link.waitFor();
    await expectSoon(() => link.inputValue()).toMatch(/\/console\/link#[\w-]{43}$/);
    await isWellMade();
    await page().keyboard.press('Escape');
    await button('Edit', row).click();
    await dialog('Edit').getByLabel('Carrier extension').fill('1001');
    await isWellMade();
    await button('Edit', dialog('Edit')).click();
    await row.getByText('1001', { exact: true }).waitFor();
    await button('Deactivate', row).click();
    await question().getByText('Human calls that wait for them are canceled.').waitFor();
    await isWellMade();
    await button('Deactivate', question()).click();
    await row.locator('[data-status="inactive"]').waitFor();
    await button('Reactivate', row).click();
    await page().getByText('The counsellor was reactivated.').waitFor();
    await driver.browser.goto('/settings/members');
    await button('Remove', row).click();
    await question().getByText('Human calls that wait for them are canceled.').waitFor();
    await button('Go back', question()).and(page().locator(':focus')).waitFor();
    await isWellMade();
    await button('Go back', question()).click();
    await question().waitFor({ state: 'hidden' });
  });

  it('shows in the form that a colleague of another role is not added as a counsellor', async () => {
    const { email } = await driver.tests.member(driver.account.id, ['STAFF']);
    await driver.browser.goto('/counsellors');
    await button('Add counsellor').click();
    const form = dialog('Add counsellor');
    await form.getByLabel('Name').fill('Asha');
    await form.getByLabel('E-mail').fill(email);
    await button('Add counsellor', form).click();
    await form.getByText('Admins and other staff of the account are not changed').waitFor();
    expect(await form.getByLabel('E-mail').inputValue()).toBe(email);
    await page().keyboard.press('Escape');
    await button('Leave', question()).click();
  });

  it('shows who answers each phone number', async () => {
    await driver.browser.goto('/phone-numbers');
    await page().getByText('No phone numbers yet.').waitFor();
    await page().getByText('The operator adds numbers.').waitFor();
    await isWellMade();
    const agentId = await makeAgent(driver.service, driver.account, { name: 'Asha', direction: 'both' });
    const trunk = await makeTrunk(driver.service, 'sip', { server: ['127.0.0.1:9'] });
    const numbers = driver.service.app.get(Numbers, { strict: false });
    await numbers.add(driver.account.id, '+912248001000', { trunkId: trunk.id, agentId });
    await numbers.add(driver.account.id, '+912248001001', { trunkId: trunk.id });
    await driver.browser.goto('/phone-numbers');
    const row = page().locator('tr[data-id="+912248001000"]');
    await row.getByText('Asha').waitFor();
    await row.getByText('Yes').waitFor();
    await page().locator('tr[data-id="+912248001001"]').getByText('Nobody answers').waitFor();
    await isWellMade();
  });

  it('shows counsellors and numbers without actions to users who work with calls alone', async () => {
    await driver.browser.enter(await new ConsoleTests(driver.service).person(driver.account.id, ['STAFF']));
    await driver.browser.goto('/counsellors');
    await page()
      .getByRole('row', { name: /meera@example.com/ })
      .waitFor();
    await expectSoon(() => button('Add counsellor').count()).toBe(0);
    await expectSoon(() => button('Deactivate').count()).toBe(0);
    await expectSoon(() => page().getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await isWellMade();
    await driver.browser.goto('/phone-numbers');
    await page().locator('tr[data-id="+912248001000"]').waitFor();
    await driver.browser.goto('/keys');
    await driver.browser.shows('not-allowed');
  });
});
