import { Credits } from '../../src/credits';
import { parseAmount } from '../../src/platform/kernel/amount';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { withDatabaseOf } from '../harness/commands';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

/** Runs in the browser: the spacing that a reader may choose (WCAG 1.4.12). */
const SPACE_TEXT = `{
  const spacing = 'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { ' + spacing + ' } p { margin-block-end: 2em !important }');
  document.adoptedStyleSheets = [sheet];
}`;

describeWithBrowser('Texts of the console', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, dialog, question, isWellMade } = driver;

  it("links the call of a waiting number, and shows the API's message as a detail", async () => {
    const agentId = await makeAgent(driver.service, driver.account, { name: 'Asha' });
    const calls = new CallTests(driver.service, driver.account, agentId);
    const phoneNumber = number();
    const later = new Date(driver.service.clock.nowMs() + 3_600_000).toISOString();
    const { id } = await calls.queue({ phone_number: phoneNumber, scheduled_for: later });
    await driver.browser.goto('/calls');
    await button('New call').click();
    const form = dialog('New call');
    await form.getByLabel('Phone number').fill(phoneNumber);
    await button('New call', form).click();
    const alert = form.getByRole('alert');
    await alert.getByText('This number already has a waiting call.').waitFor();
    await alert.getByText('For support').click();
    await alert.getByText(/^call_already_queued: /u).waitFor();
    await isWellMade();
    await alert.getByRole('link', { name: 'Open that call' }).click();
    await button('Leave', question()).click();
    await page().waitForURL(new RegExp(`/calls/${id}`, 'u'));
    await driver.browser.shows('call');
  });

  it('shows no path of the API for a number of the list, or an endpoint that another tab has removed', async () => {
    const { service, account } = driver;
    const phoneNumber = number();
    await service.http(account).put(`/do-not-call/${phoneNumber}`).expect(200);
    await driver.browser.goto('/calls');
    await button('New call').click();
    await dialog('New call').getByLabel('Phone number').fill(phoneNumber);
    await button('New call', dialog('New call')).click();
    const alert = page().getByRole('alert');
    await alert.getByText(/^This number asked not to be called/u).waitFor();
    expect(await alert.innerText()).not.toContain('/v1');
    page().once('dialog', (leave) => void leave.accept());
    await service.http(account).put('/webhook').send({ url: 'https://example.com/hooks' }).expect(200);
    await driver.browser.goto('/webhook');
    await button('Send test event').waitFor();
    await service.http(account).delete('/webhook').expect(200);
    await button('Send test event').click();
    await page().getByText('The account has no endpoint any more: set one first.').waitFor();
  });

  it('shows controls of direction in a refused name as boxes', async () => {
    await makeAgent(driver.service, driver.account, { name: 'Mira \u202Etxt' });
    await driver.browser.goto('/agents/new');
    await page().getByLabel('Name', { exact: true }).fill('Mira \u202Etxt');
    await page().getByLabel('Opening line').fill('Namaste.');
    await page().getByLabel('Script', { exact: true }).fill('Ask about the course.');
    await button('Save').click();
    await page()
      .getByText(/already called "Mira □txt" \(names are compared ignoring case\)\.$/u)
      .waitFor();
    page().once('dialog', (leave) => void leave.accept());
  });

  it('names a wrong value by its label', async () => {
    await driver.browser.goto('/calls?from=2026-13-01', 'error');
    const alert = page().getByRole('alert');
    await alert.getByText(/^From must be /u).waitFor();
    expect(await alert.innerText()).not.toContain('query.');
    await isWellMade();
  });

  it('describes action, author and object in the audit log', async () => {
    await withDatabaseOf(driver.service, (ops) =>
      ops.createKey({ accountId: driver.account.id, name: 'CRM', scopes: ['calls:read'] }),
    );
    const agentId = await makeAgent(driver.service, driver.account, { name: 'Ravi' });
    await driver.browser.goto('/settings/audit-log');
    await page().getByRole('row').filter({ hasText: 'Made a key' }).waitFor();
    const made = page().getByRole('row').filter({ hasText: 'Ravi' }).filter({ hasText: 'Made an agent' });
    await made.getByText('Made an agent', { exact: true }).click();
    await made.getByText(/createAgent/u).waitFor();
    await isWellMade();
    await made.getByRole('link', { name: 'Ravi' }).click();
    await page().waitForURL(new RegExp(`/agents/${agentId}`, 'u'));
  });

  it('fits Calls and Audit log into the window with wider spacing', async () => {
    const agentId = await makeAgent(driver.service, driver.account, { name: 'Admissions' });
    const calls = new CallTests(driver.service, driver.account, agentId);
    const contact = { name: 'Ravi Kumar' };
    const { id } = await calls.queue({ phone_number: number('0001'), test: true, contact });
    await calls.final(id);
    for (const path of ['/calls', '/settings/audit-log']) {
      await driver.browser.goto(path);
      await page().locator('tr[data-id]').first().waitFor();
      await page().evaluate(SPACE_TEXT);
      await expectSoon(() => page().evaluate<number>('document.documentElement.scrollWidth')).toBe(1_280);
    }
  });

  it('shows credits without decimals as headlines, and exactly in the ledger', async () => {
    const credits = driver.service.app.get(Credits, { strict: false });
    await credits.topUp(driver.account.id, parseAmount('12.345') ?? 0n);
    await driver.browser.goto('/credits');
    await page().getByRole('row').filter({ hasText: '12.345' }).waitFor();
    const balance = page().getByTestId('credits-balance');
    expect(await balance.getByRole('definition').innerText()).toMatch(/^[\d,]+$/u);
    expect(await balance.getByRole('definition').getAttribute('title')).toMatch(/\.345$/u);
    await isWellMade();
  });

  it('shows the default labels in the settings, and who can unlock a setting', async () => {
    await driver.browser.goto('/settings');
    const labels = page().getByRole('textbox', { name: 'Outcome labels' });
    await expectSoon(() => labels.inputValue()).toMatch(/^\w+\n\w+/u);
    await page().getByText('These are the default labels of the service; change them as you like.').waitFor();
    await page()
      .getByText(/Set by the operator/u)
      .first()
      .waitFor();
    for (const [part, names] of [
      ['Account', 'timezone'],
      ['Calling', 'calling_hours,recall_gap_minutes,daily_per_number,queue_hours,max_human_minutes'],
      ['Listening', 'listening'],
    ] as const)
      await page()
        .getByRole('region', { name: part, exact: true })
        .getByText(new RegExp(`account set --account acct_\\S+ --unlock ${names}$`, 'u'))
        .waitFor();
    await page().getByLabel('Minutes between two calls to a number').waitFor();
    await isWellMade();
  });

  it('shows in minutes how long too many wrong passwords refuse the right one', async () => {
    const { service, tests, person } = driver;
    const confirm = (password: string) => tests.http(person.headers).post('/confirm').send({ password });
    for (let failures = 0; failures < 10; failures++) await confirm('a wrong password').expect(401);
    service.clock.advance(14 * 60_000);
    await driver.browser.goto('/profile');
    await page().getByLabel('Current password').fill(PASSWORD);
    await page().getByLabel('New password').fill('another horse battery');
    await button('Change password').click();
    await page().getByRole('alert').getByText('Too many attempts. Try again in 1 minute.').waitFor();
    await isWellMade();
  });

  it('names the current password that is wrong', async () => {
    driver.service.clock.advance(15 * 60_000);
    await driver.browser.goto('/profile');
    await page().getByLabel('Current password').fill('a wrong password');
    await page().getByLabel('New password').fill('another horse battery');
    await button('Change password').click();
    await page().getByText('Current password is not right.').waitFor();
    await page().getByLabel('Current password').and(page().locator(':focus')).waitFor();
    page().once('dialog', (leave) => void leave.accept());
  });
});
