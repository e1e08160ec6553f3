import type { Route } from 'playwright-core';
import { unknownPath } from '../../src/platform/http/error.filter';
import { ERRORS } from '../../src/platform/kernel/error-table';
import { eventually } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Pages of the console', () => {
  const driver = new ConsoleDriver();
  const { page } = driver;
  let calls: CallTests;

  beforeAll(async () => {
    calls = new CallTests(driver.service, driver.account, await makeAgent(driver.service, driver.account));
    const { email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']);
    await driver.browser.signIn(email, PASSWORD);
    await driver.browser.shows('home');
  });

  const focused = () => page().evaluate<string>('document.activeElement.textContent');

  it('works by keyboard alone: skips to the content, navigates, opens and leaves a dialog', async () => {
    await driver.browser.goto('');
    await page().keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await page().keyboard.press('Enter');
    await expectSoon(() => page().evaluate('document.activeElement.id')).toBe('main');
    await page().getByRole('link', { name: 'Calls', exact: true }).focus();
    await page().keyboard.press('Enter');
    await driver.browser.shows('calls');
    await page().locator('h1:focus').waitFor();
    await page().getByRole('button', { name: 'New call' }).focus();
    await page().keyboard.press('Enter');
    await page().getByLabel('Phone number').and(page().locator(':focus')).waitFor();
    await page().keyboard.press('Escape');
    await page().getByRole('button', { name: 'New call' }).and(page().locator(':focus')).waitFor();
  });

  it('hides the first steps of a login for good', async () => {
    await driver.browser.goto('');
    const steps = page().getByRole('region', { name: 'Get started' });
    await steps.getByRole('button', { name: 'Hide' }).click();
    await steps.waitFor({ state: 'hidden' });
    await driver.browser.goto('');
    await expectSoon(() => steps.count()).toBe(0);
    await expectSoon(() => page().evaluate('Object.keys(localStorage).sort()')).toEqual(['aics.account']);
  });

  it('shows a call that others queue, and its end, without a reload', async () => {
    await driver.browser.goto('/calls');
    const { id } = await calls.queue({ test: true });
    const status = page().locator(`tr[data-id="${id}"] [data-status]`);
    await status.waitFor();
    await page().locator(`tr[data-id="${id}"] [data-status="completed"]`).waitFor();
  });

  it('repeats a query after a temporary refusal, without an alert', async () => {
    const json = { error: { code: 'rate_limited', message: 'Too many requests.' } };
    const refused = { status: 429, json, headers: { 'Retry-After': '2' } };
    await page().route('**/console/api/calls?*', (route) => route.fulfill(refused), { times: 1 });
    const answered = page().waitForResponse((answer) => answer.status() === 429);
    await driver.browser.goto('/calls', 'loading');
    await answered;
    await page().waitForTimeout(500);
    expect(await page().getByRole('alert').count()).toBe(0);
    await driver.browser.shows('calls');
  });

  it('makes one call of a double click, and confirms before it cancels it', async () => {
    await driver.browser.goto('/calls');
    await page().getByRole('button', { name: 'New call' }).click();
    const dialog = page().getByRole('dialog', { name: 'New call' });
    await dialog.getByLabel('Phone number').fill('+919811112222');
    const tomorrow = new Date(driver.service.clock.nowMs() + 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Not before').fill(`${tomorrow}T12:00`);
    await dialog.getByRole('button', { name: 'New call' }).dblclick();
    await dialog.getByRole('link', { name: 'Open the call' }).click();
    await driver.browser.shows('call');
    const { data } = await driver.service.api(driver.account).get('/calls?phone_number=%2B919811112222');
    expect(data).toHaveLength(1);
    await page().getByRole('button', { name: 'Cancel call' }).click();
    const question = page().getByRole('alertdialog', { name: 'Cancel 1 call?' });
    await question.getByRole('button', { name: 'Go back' }).and(page().locator(':focus')).waitFor();
    await question.getByRole('button', { name: 'Cancel call' }).click();
    await page().locator('[data-testid="call-status"][data-status="canceled"]').waitFor();
    await page().getByRole('heading', { level: 1 }).and(page().locator(':focus')).waitFor();
  });

  it('shows the last data while the service is unavailable, and reconnects by itself', async () => {
    await driver.browser.goto('/calls');
    await page().locator('tr[data-id]').first().waitFor();
    const rows = await page().locator('tr[data-id]').count();
    await page().route('**/console/api/calls*', (route) => route.abort());
    await page().getByText('No connection to the service. Trying again…').waitFor();
    await expectSoon(() => page().locator('tr[data-id]').count()).toBe(rows);
    await page().unroute('**/console/api/calls*');
    await page().getByRole('button', { name: 'Try again' }).click();
    await page().getByText('No connection to the service. Trying again…').waitFor({ state: 'hidden' });
  });

  it('shows the error of a request with its id', async () => {
    await driver.browser.goto('/calls/call_00000000000000000000000000', 'error');
    await page().getByText('There is no such call.').waitFor();
    await driver.browser.goto('/calls?status=nonsense', 'error');
    await page()
      .getByRole('alert')
      .getByText(/^Request req_/)
      .waitFor();
    await page()
      .getByRole('alert')
      .getByText(/^Status must be statuses with commas between them: queued, /)
      .waitFor();
  });

  it('shows the message of an internal error, and usual ones in plain language', async () => {
    const error = { code: 'internal_error', message: 'The disk is full.', request_id: 'req_1' };
    await page().route('**/console/api/batches*', (route) => route.fulfill({ status: 500, json: { error } }));
    await driver.browser.goto('/batches', 'error');
    const alert = page().getByRole('alert');
    await alert.getByText(error.message).waitFor();
    await alert.getByText('Request req_1').waitFor();
    error.message = ERRORS.internal_error.message;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.getByText('Something went wrong on our side. Try again in a minute.').waitFor();
    error.message = unknownPath({ hasDocs: true }).message;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.getByText(/^The service does not offer this: its operator has turned it off/).waitFor();
    await page().unroute('**/console/api/batches*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await driver.browser.shows('batches');
  });

  it('confirms before a changed form is left', async () => {
    await driver.browser.goto('/profile');
    await page().getByLabel('Name').fill('Somebody else');
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    const question = page().getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expectSoon(() => page().getByLabel('Name').inputValue()).toBe('Somebody else');
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await driver.browser.shows('calls');
  });

  it('names the account in the address for a person with several', async () => {
    const second = await driver.service.account({ name: 'Second' });
    const { email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']);
    await driver.tests.member(second.id, ['ADMIN'], email);
    await driver.browser.signIn(email, PASSWORD);
    await page().waitForURL(/[?&]account=acct_/);
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    await page().locator('tr[data-id]').first().waitFor();
    await page().getByRole('button', { name: 'Account', exact: true }).click();
    await page().getByRole('menuitem', { name: 'Second' }).click();
    await page().waitForURL(`**/console?account=${second.id}`);
    await eventually(async () => {
      expect(await page().title()).toContain('Second');
    });
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    await driver.browser.shows('calls');
    await expectSoon(() => page().locator('tr[data-id]').count()).toBe(0);
    expect(page().url()).toContain(`account=${second.id}`);
    await page().getByText('No calls yet.').waitFor();
  });

  it('replaces another account in the address by its own', async () => {
    const { id } = await driver.service.account({ name: 'Left' });
    const { email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']);
    await driver.browser.signIn(email, PASSWORD);
    await driver.browser.shows('home');
    await driver.browser.goto(`/calls?account=${id}&status=completed`);
    await page().waitForURL(`**/console/calls?account=${driver.account.id}&status=completed`);
  });

  it.each(['/calls', '/batches', '/human-calls', '/settings/audit-log'])(
    'leads from a page of %s that starts after nothing to the newest one',
    async (path) => {
      await driver.browser.goto(`${path}?after=unknown`, 'error');
      await page().getByText('Start of this page is no longer there.').waitFor();
      await expectSoon(() => page().getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await page().getByRole('alert').getByRole('link', { name: 'Newest' }).click();
      await expectSoon(() => page().getByRole('alert').count()).toBe(0);
      expect(new URL(page().url()).search).not.toContain('after');
    },
  );

  it('shows nothing of the former person after a sign-in of another in another tab', async () => {
    await driver.browser.goto('/calls');
    const other = await driver.browser.context.newPage();
    const { email, cookies } = await driver.tests.withPassword(driver.account.id, ['STAFF']);
    const Cookie = Object.entries(cookies)
      .map((pair) => pair.join('='))
      .join('; ');
    await driver.tests.http({ Cookie }).patch('/me').send({ name: 'مرحبا' }).expect(200);
    await other.goto(`${driver.service.origin}/console/sign-in`);
    await other.getByLabel('E-mail').fill(email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForSelector('[data-page="home"]');
    await other.close();
    await page().getByText('You are signed in as مرحبا in another tab', { exact: true }).waitFor();
    expect(await page().title()).toContain('as \u2068مرحبا\u2069 in');
    await expectSoon(() => page().locator('tr[data-id]').count()).toBe(0);
  });

  it('shows staff their pages, and refuses the others', async () => {
    await driver.browser.goto('');
    const links = page().getByRole('navigation', { name: 'Main' }).getByRole('link');
    // What staff only read is there, too; what admins look after is not.
    await expectSoon(async () => (await links.allInnerTexts()).map((name) => name.trim())).toEqual([
      'Home',
      'Calls',
      'Batches',
      'Human calls',
      'Agents',
      'Phone numbers',
      'Counsellors',
      'Do not call',
      'Credits',
    ]);
    await driver.browser.goto('/settings');
    await page().getByRole('heading', { name: 'You may not open this page.' }).waitFor();
  });

  it('opens the requested page after a slow sign-in', async () => {
    await page().context().clearCookies();
    const slowly = (route: Route) => setTimeout(() => void route.continue(), 1_500);
    await page().route('**/console/assets/page-*.js', slowly);
    await driver.browser.goto('/settings/members');
    await driver.browser.shows('sign-in');
    await page().unroute('**/console/assets/page-*.js');
    expect(new URL(page().url()).searchParams.get('next')).toBe('/console/settings/members');
  });
});
