import { makeAgent } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

const NEVER_USED = 'x'.repeat(43);

describeWithBrowser('Links, dialogs and menus of the console', () => {
  const driver = new ConsoleDriver();
  const { page, button, isWellMade } = driver;

  beforeAll(async () => {
    const calls = new CallTests(
      driver.service,
      driver.account,
      await makeAgent(driver.service, driver.account),
    );
    await calls.final((await calls.queue({ test: true })).id);
  });

  it('shows an error for an unknown or used link', async () => {
    await driver.browser.goto(`/link#${NEVER_USED}`);
    await page().getByRole('alert').getByText('This link does not work any more.').waitFor();
    expect(page().url()).toBe(`${driver.service.origin}/console/link`);
    await isWellMade();
  });

  it('leads from a used set-up link to the sign-in, also on the page that set the service up', async () => {
    const { path } = await driver.tests.links().make({ kind: 'setup', loginId: null, accountId: null });
    await driver.browser.goto(path.replace('/console', ''));
    await driver.browser.shows('setup');
    expect(await page().getByLabel('Name of the account').count()).toBe(0);
    await page().getByLabel('Your name').fill('Meera');
    await page().getByLabel('E-mail').fill('first@example.com');
    await page().getByLabel('Password').fill(PASSWORD);
    // The answer is lost, and with it the cookie.
    await page().route('**/console/api/setup', async (route) => {
      await route.fetch();
      await page().context().clearCookies();
      await route.abort();
    });
    await button('Create and sign in').click();
    await page().getByText('No connection to the service. Try again.').waitFor();
    await page().unroute('**/console/api/setup');
    await button('Create and sign in').click();
    await page().getByText('This link does not work any more.').waitFor();
    await page().getByRole('link', { name: 'Sign in' }).waitFor();
    await isWellMade();
    await page().getByRole('link', { name: 'Sign in' }).click();
    await driver.browser.shows('sign-in');
  });

  it('shows on the set-up page that the service cannot be reached', async () => {
    await page().route('**/console/api/service', (route) => route.abort());
    await driver.browser.goto(`/setup#${'y'.repeat(43)}`, 'error');
    await page().getByRole('alert').getByText('No connection to the service. Trying again…').waitFor();
    await page().unroute('**/console/api/service');
    await button('Try again').click();
    await driver.browser.shows('setup');
  });

  it('names account and roles of an invitation', async () => {
    const roles = ['ADMIN', 'STAFF', 'COUNSELLOR'] as const;
    const { loginId } = await driver.tests.member(driver.account.id, roles);
    const kind = { kind: 'invitation', loginId, accountId: driver.account.id } as const;
    const { path } = await driver.tests.links().make(kind);
    await driver.browser.goto(path.replace('/console', ''));
    await page().getByText('invites you as admin, staff and counsellor.').waitFor();
    await isWellMade();
    await page().getByLabel('New password').fill('short');
    await button('Save and sign in').click();
    await page().locator('input[aria-invalid="true"]').waitFor();
    await isWellMade();
    await page().getByLabel('New password').fill(PASSWORD);
    await button('Save and sign in').click();
    await driver.browser.shows('home');
    await page().context().clearCookies();
  });

  it('leads to the sign-in when a link is used elsewhere while it is open', async () => {
    const { email } = await driver.tests.member(driver.account.id, ['STAFF']);
    const token = await driver.tests.link(email);
    await driver.browser.goto(`/link#${token}`);
    await page().getByLabel('New password').fill(PASSWORD);
    await driver.tests.http().post('/links/redeem').send({ token, password: PASSWORD }).expect(200);
    await button('Save and sign in').click();
    await page().getByRole('alert').getByText('This link does not work any more.').waitFor();
    await page().getByRole('link', { name: 'Sign in' }).waitFor();
    await expectSoon(() => page().getByLabel('New password').count()).toBe(0);
    await isWellMade();
  });

  it('shows the same response to a forgotten password for every e-mail', async () => {
    await driver.browser.goto('/forgot');
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

  it('lists the accounts of a person', async () => {
    const second = await driver.service.account({ name: 'Second' });
    const { email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']);
    await driver.tests.member(second.id, ['STAFF'], email);
    await driver.browser.signIn(email, PASSWORD);
    await driver.browser.shows('home');
    await button('Account').click();
    await page().getByRole('menuitem', { name: 'Second' }).waitFor();
    await isWellMade();
    await page().keyboard.press('Escape');
  });

  it('shows charts as tables', async () => {
    await page().getByRole('button', { name: 'As a table' }).first().waitFor();
    for (const one of await page().getByRole('button', { name: 'As a table' }).all()) await one.click();
    await isWellMade();
  });

  it('opens the navigation on phones', async () => {
    await page().setViewportSize({ width: 390, height: 844 });
    await button('Menu').click();
    await page().getByRole('link', { name: 'Calls', exact: true }).waitFor();
    await isWellMade();
    await page().keyboard.press('Escape');
  });

  it('shows the refusal of a new call, and its list of agents', async () => {
    await driver.browser.goto(`/calls?account=${driver.account.id}`);
    await button('New call').click();
    const dialog = page().getByRole('dialog', { name: 'New call' });
    await dialog.getByLabel('Phone number').and(page().locator(':focus')).fill('12');
    await expectSoon(() => dialog.getByRole('button').last().textContent()).toBe('New call');
    await dialog.getByRole('button').last().click();
    await dialog.locator('input[aria-invalid="true"]').waitFor();
    await isWellMade();
    const agents = dialog.getByRole('combobox', { name: 'Agent' });
    await agents.focus();
    await page().keyboard.press('ArrowDown');
    await page().getByRole('option').first().waitFor();
    await isWellMade();
    await agents.fill('Nobody');
    await page().getByText('Nothing matches').waitFor();
    await page().keyboard.press('ArrowUp');
    expect(await agents.getAttribute('aria-activedescendant')).toBeNull();
    await page().keyboard.press('Escape');
    await page().keyboard.press('Escape');
  });

  it('shows former rows legibly while the next ones load', async () => {
    await driver.browser.goto('/calls');
    let goOn = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (goOn = resolve));
    await page().route('**/console/api/calls?*', async (route) => {
      await isReleased;
      await route.continue().catch(() => undefined);
    });
    await page().getByLabel('Test calls').selectOption({ label: 'Only test calls' });
    await page().locator('[aria-busy="true"] tr[data-id]').first().waitFor();
    await isWellMade();
    await page().unroute('**/console/api/calls?*');
    goOn();
    await expectSoon(() => page().locator('[aria-busy="true"]').count()).toBe(0);
  });

  it('shows the filters of calls, and the error of a page', async () => {
    await driver.browser.goto(
      `/calls?account=${driver.account.id}&status=completed&test=none&q=%2B919812345678`,
    );
    await page().getByText('No calls match.').waitFor();
    await isWellMade();
    // A word without an end leaves the cross of its chip as it is.
    await driver.browser.goto(`/calls?account=${driver.account.id}&q=${'w'.repeat(250)}`);
    const cross = page()
      .getByRole('button', { name: /^Remove Find/ })
      .locator('svg');
    await expectSoon(async () => (await cross.boundingBox())?.width).toBe(16);
    await isWellMade();
    await driver.browser.goto(`/calls/call_00000000000000000000000000?account=${driver.account.id}`, 'error');
    await isWellMade();
  });

  it('shows roles, a sign-in link and the removal of a member', async () => {
    const member = await driver.tests.member(driver.account.id, ['STAFF'], 'other@example.com');
    await driver.browser.goto(`/settings/members?account=${driver.account.id}`);
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

  it('shows that waiting human calls end with the role of a counsellor', async () => {
    const member = await driver.tests.member(driver.account.id, ['STAFF', 'COUNSELLOR'], 'both@example.com');
    await page().route('**/console/api/members/*', async (route) => {
      const response = await route.fetch();
      const effects = { human_calls_canceled: 2, invitation_revoked: false };
      await route.fulfill({ response, json: { ...((await response.json()) as object), effects } });
    });
    await driver.browser.goto(`/settings/members?account=${driver.account.id}`);
    await button('Change roles', page().locator(`tr[data-id="${member.id}"]`)).click();
    const roles = page().getByRole('dialog', { name: 'Change roles' });
    await roles.getByLabel('Counsellor').uncheck();
    await roles.getByText('Human calls that wait for them are canceled.').waitFor();
    await isWellMade();
    await button('Change roles', roles).click();
    await page().getByText('The roles were changed; 2 waiting calls ended.').waitFor();
    await page().unroute('**/console/api/members/*');
  });

  it('requires the password again when the last check is too old', async () => {
    await driver.service.unitOfWork.rows(
      `UPDATE sessions SET confirmed_at = confirmed_at - interval '13 hours'`,
    );
    const member = await driver.tests.member(driver.account.id, ['STAFF'], 'third@example.com');
    await driver.browser.goto(`/settings/members?account=${driver.account.id}`);
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
