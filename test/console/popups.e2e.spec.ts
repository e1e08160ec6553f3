import type { Locator } from 'playwright-core';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleTests, PASSWORD } from '../harness/console';
import { ConsoleBrowser } from '../harness/console-browser';

const NEVER_USED = 'x'.repeat(43);

describeWithBrowser('What opens in the console')('the console', () => {
  let service: TestApp;
  let tests: ConsoleTests;
  let browser: ConsoleBrowser;
  let account: TestAccount;

  beforeAll(async () => {
    service = await TestApp.start();
    tests = new ConsoleTests(service);
    account = await service.account({ name: 'Sunrise' });
    const calls = new CallTests(service, account, await makeAgent(service, account));
    await calls.final((await calls.queue({ test: true })).id);
    browser = await ConsoleBrowser.open(service);
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

  it('a link that was never made, or is used up, says so', async () => {
    await browser.goto(`/link#${NEVER_USED}`);
    await page().getByText('This link does not work any more.').waitFor();
    expect(page().url()).toBe(`${service.origin}/console/link`);
    await isWellMade();
  });

  it('an invitation names the account and what one becomes in it', async () => {
    const { loginId } = await tests.member(account.id, ['STAFF']);
    const kind = { kind: 'invitation', loginId, accountId: account.id } as const;
    const { path } = await tests.links().make(kind);
    await browser.goto(path.replace('/console', ''));
    await page().getByText('invites you as staff').waitFor();
    await isWellMade();
    await page().getByLabel('New password').fill('short');
    await button('Save and sign in').click();
    await page().locator('input[aria-invalid="true"]').waitFor();
    await isWellMade();
    await page().getByLabel('New password').fill(PASSWORD);
    await button('Save and sign in').click();
    await browser.shows('home');
    await page().context().clearCookies();
  });

  it('who forgot the password is told the same, whatever was typed', async () => {
    await browser.goto('/forgot');
    await isWellMade();
    await page().getByLabel('E-mail').fill('nobody@example.com');
    await button('Send a link').click();
    await page()
      .getByText('If this address has a login, a link is on its way. It works for 30 minutes.')
      .waitFor();
    await page()
      .getByText('This service sends no e-mail: ask an admin of your account for a link.')
      .waitFor();
    await isWellMade();
  });

  it('the list of accounts', async () => {
    const second = await service.account({ name: 'Second' });
    const { email } = await tests.withPassword(account.id, ['ADMIN']);
    await tests.member(second.id, ['STAFF'], email);
    await browser.signIn(email, PASSWORD);
    await browser.shows('home');
    await button('Account').click();
    await page().getByRole('menuitem', { name: 'Second' }).waitFor();
    await isWellMade();
    await page().keyboard.press('Escape');
  });

  it('charts as tables', async () => {
    await page().getByRole('button', { name: 'As a table' }).first().waitFor();
    for (const one of await page().getByRole('button', { name: 'As a table' }).all()) await one.click();
    await isWellMade();
  });

  it('the navigation of a phone', async () => {
    await page().setViewportSize({ width: 390, height: 844 });
    await button('Menu').click();
    await page().getByRole('link', { name: 'Calls', exact: true }).waitFor();
    await isWellMade();
    await page().keyboard.press('Escape');
  });

  it('a new call that is refused, and its list of agents', async () => {
    await browser.goto(`/calls?account=${account.id}`);
    await button('New call').click();
    const dialog = page().getByRole('dialog', { name: 'New call' });
    await dialog.getByLabel('Phone number').fill('12');
    await button('New call', dialog).click();
    await dialog.locator('input[aria-invalid="true"]').waitFor();
    await isWellMade();
    await dialog.getByRole('combobox', { name: 'Agent' }).focus();
    await page().keyboard.press('ArrowDown');
    await page().getByRole('option').first().waitFor();
    await isWellMade();
    await page().keyboard.press('Escape');
    await page().keyboard.press('Escape');
  });

  it('filters of calls, and a page that met an error', async () => {
    await browser.goto(`/calls?account=${account.id}&status=completed&test=none&q=%2B919812345678`);
    await page().getByText('No calls match.').waitFor();
    await isWellMade();
    await browser.goto(`/calls/call_00000000000000000000000000?account=${account.id}`, 'error');
    await isWellMade();
  });

  it('roles, a sign-in link and the removal of a member', async () => {
    const member = await tests.member(account.id, ['STAFF'], 'other@example.com');
    await browser.goto(`/settings/members?account=${account.id}`);
    const row = page().locator(`tr[data-id="${member.id}"]`);
    for (const [action, role] of [
      ['Change roles', 'dialog'],
      ['Copy sign-in link', 'dialog'],
      ['Remove', 'alertdialog'],
    ] as const) {
      await button(action, row).click();
      await page().getByRole(role).waitFor();
      await isWellMade();
      await page().keyboard.press('Escape');
      await page().getByRole(role).waitFor({ state: 'hidden' });
    }
  });

  it('the password is asked again when the last time is long ago', async () => {
    await service.unitOfWork.rows(`UPDATE sessions SET confirmed_at = confirmed_at - interval '13 hours'`);
    const member = await tests.member(account.id, ['STAFF'], 'third@example.com');
    await browser.goto(`/settings/members?account=${account.id}`);
    await button('Change roles', page().locator(`tr[data-id="${member.id}"]`)).click();
    const roles = page().getByRole('dialog', { name: 'Change roles' });
    await roles.getByLabel('Counsellor').check();
    await button('Change roles', roles).click();
    const dialog = page().getByRole('dialog', { name: 'Confirm your password' });
    await dialog.getByLabel('Password').fill('not this one');
    await button('Confirm your password', dialog).click();
    await dialog.getByText('E-mail or password is not right.').waitFor();
    await isWellMade();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await button('Confirm your password', dialog).click();
    await page().getByText('The roles were changed.').waitFor();
  });
});
