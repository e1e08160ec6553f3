import { resolve } from 'node:path';
import { eraseContact } from '../../src/cli/contact-erasure';
import { Credits } from '../../src/credits';
import { parseAmount } from '../../src/platform/kernel/amount';
import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

describeWithBrowser('The console', () => {
  const driver = new ConsoleDriver({ account: null });
  const { page, button } = driver;
  const press = (name: string) => button(name).click();

  it('sets up the first person, and the account when there is none', async () => {
    const { path } = await driver.tests.links().make({ kind: 'setup', loginId: null, accountId: null });
    await driver.browser.goto(path.replace('/console', ''));
    expect(page().url()).toBe(`${driver.service.origin}/console/setup`);
    await driver.browser.shows('setup');
    expect(await page().getByLabel('Time zone').inputValue()).toBe('Asia/Kolkata');
    await page().getByLabel('Name of the account').fill('Sunrise');
    await page().getByLabel('Your name').fill('Meera Nair');
    await page().getByLabel('E-mail').fill('first@example.com');
    await page().getByLabel('Password').fill('short');
    await press('Create and sign in');
    await page().getByText('12').first().waitFor();
    await page().getByLabel('Password').fill(PASSWORD);
    expect(await driver.browser.faults()).toEqual([]);
    await press('Create and sign in');
    await driver.browser.shows('home');
    expect(await page().title()).toBe('Home · \u2068Sunrise\u2069 · AI Calling Service');
  });

  it('shows an empty state on every page of a new account', async () => {
    await page().getByText('No calls ended in this time.').first().waitFor();
    await press('You');
    await page().getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await page().keyboard.press('Escape');
    await driver.browser.goto('/calls');
    await page().getByText('No calls yet.').waitFor();
    await page().locator('nav a[aria-current="page"]').waitFor();
    await expectSoon(() => page().locator('[data-status]').count()).toBe(0);
    await press('New call');
    await page().getByText('There is no agent yet.').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await driver.browser.goto('/settings/audit-log');
    const setUp = page().getByRole('row').filter({ hasText: 'consoleSetUp' });
    await setUp.getByRole('button', { name: 'Copy ID' }).waitFor();
    // Who did it, and about whom.
    await expectSoon(() => setUp.getByText('Meera Nair').count()).toBe(2);
    expect(await setUp.innerText()).not.toContain('login_');
    expect(await driver.browser.faults()).toEqual([]);
    await driver.browser.goto('/settings');
    await page().getByText('Simulator', { exact: true }).waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await driver.browser.goto('/nothing');
    await driver.browser.shows('not-found');
    expect(await driver.browser.faults()).toEqual([]);
  });

  it('signs out, refuses a wrong password in place, and leads back to the requested page', async () => {
    await driver.browser.goto('/settings');
    await page().getByRole('button', { name: 'You' }).click();
    await page().getByRole('menuitem', { name: 'Sign out' }).click();
    await driver.browser.shows('sign-in');
    await page().goto(`${driver.service.origin}/console/settings/members`);
    await driver.browser.shows('sign-in');
    await page().getByLabel('E-mail').fill('first@example.com');
    await page().getByLabel('Password').fill('another password');
    await page().keyboard.press('Enter');
    await page().getByText('E-mail or password is not right.').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await page().getByLabel('Password').fill(PASSWORD);
    await page().keyboard.press('Enter');
    await driver.browser.shows('members');
    expect(page().url()).toBe(`${driver.service.origin}/console/settings/members`);
  });

  it.each(['//evil.example/console', '/console/nothing/here'])('follows no next such as %s', async (next) => {
    await page().context().clearCookies();
    await page().goto(`${driver.service.origin}/console/sign-in?next=${next}`);
    await driver.browser.shows('sign-in');
    await page().getByLabel('E-mail').fill('first@example.com');
    await page().getByLabel('Password').fill(PASSWORD);
    await press('Sign in');
    await driver.browser.shows('home');
    expect(page().url()).toBe(`${driver.service.origin}/console`);
  });

  it('changes settings, members and the own profile', async () => {
    await driver.browser.goto('/settings');
    expect(await driver.browser.faults()).toEqual([]);
    await page().getByLabel('Name', { exact: true }).fill(HOSTILE);
    await page().getByRole('button', { name: 'Save' }).first().click();
    await page().getByText('Saved.').waitFor();
    // The name comes with the session, which is loaded after the change.
    await eventually(async () => {
      expect(await page().title()).toContain('\u2068<img src=x onerror="alert(1)">□abc');
    });
    await page().getByRole('link', { name: 'Members' }).click();
    await driver.browser.shows('members');
    await expectSoon(() => page().evaluate('document.activeElement.tagName')).toBe('H1');
    await press('Invite');
    const dialog = page().getByRole('dialog', { name: 'Invite' });
    await dialog.getByLabel('Name').fill('Person <b>');
    await dialog.getByLabel('E-mail').fill('nowhere');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const field = dialog.getByLabel('E-mail');
    await field.and(page().locator('[aria-invalid="true"]')).waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await field.fill('new@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('The member was added.').waitFor();
    await page().keyboard.press('Escape');
    const row = page().getByRole('row', { name: /new@example.com/ });
    await row.getByRole('button', { name: 'Remove' }).click();
    const question = page().getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel' }).and(page().locator(':focus')).waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await question.getByRole('button', { name: 'Remove' }).click();
    await row.getByText('Inactive').waitFor();
    await driver.browser.goto('/profile');
    expect(await driver.browser.faults()).toEqual([]);
  });

  describe('with calls', () => {
    let account: { id: string; key: string };
    let id = '';
    let failed: { id: string; phone_number: string };

    beforeAll(async () => {
      const [first] = await driver.tests.accounts().list();
      account = { id: first?.id ?? '', key: await driver.service.key(first?.id ?? '') };
      await driver.service.app.get(Credits, { strict: false }).topUp(account.id, parseAmount('100') ?? 0n);
      const agentId = await makeAgent(driver.service, account, { name: HOSTILE.slice(0, 60) });
      const calls = new CallTests(driver.service, account, agentId);
      const contact = { name: HOSTILE, external_id: HOSTILE.slice(0, 60) };
      ({ id } = await calls.queue({ test: true, contact, metadata: { [HOSTILE.slice(0, 30)]: HOSTILE } }));
      await calls.final(id);
      failed = await calls.queue({ test: true, phone_number: number('0004') });
      await calls.final(failed.id);
    });

    it('lists calls, and shows one with its talk', async () => {
      await driver.browser.goto('/calls?status=completed');
      await page()
        .getByRole('button', { name: /^Remove Status/ })
        .waitFor();
      const row = page().locator(`tr[data-id="${id}"]`);
      await expectSoon(() => row.locator('[data-status]').getAttribute('data-status')).toBe('completed');
      await expectSoon(() => page().locator(`tr[data-id="${failed.id}"]`).count()).toBe(0);
      expect(await driver.browser.faults()).toEqual([]);
      await row.getByRole('link').click();
      await driver.browser.shows('call');
      await expectSoon(() => page().getByTestId('call-status').getAttribute('data-status')).toBe('completed');
      const turns = page().getByTestId('turn');
      await expectSoon(() => turns.count()).toBeGreaterThan(2);
      await expectSoon(() => page().getByTestId('timeline-entry').first().getAttribute('data-type')).toBe(
        'accepted',
      );
      expect(await driver.browser.faults()).toEqual([]);
    });

    it('plays a talk, and shows a call as JSON', async () => {
      const turns = page().getByTestId('turn');
      await turns.nth(1).click();
      await page().getByRole('button', { name: 'Pause' }).waitFor();
      await page().locator('[data-testid="turn"][aria-current="true"]').waitFor();
      await page().getByText('The recording could not be loaded.').waitFor({ state: 'hidden' });
      await page().getByLabel('Position').press(' ');
      await page().getByRole('button', { name: 'Play', exact: true }).waitFor();
      await page().keyboard.press('Escape');
      await press('JSON');
      await page().getByText('"object": "call"').waitFor();
      expect(await driver.browser.faults()).toEqual([]);
      await page().keyboard.press('Escape');
    });

    it('calls a contact again, later', async () => {
      await press('Call again');
      const dialog = page().getByRole('dialog', { name: 'Call again' });
      await dialog.getByLabel('Test call').uncheck();
      const tomorrow = new Date(driver.service.clock.nowMs() + 86_400_000).toISOString().slice(0, 10);
      await dialog.getByLabel('Not before').fill(`${tomorrow}T12:00`);
      await expectSoon(() => dialog.getByRole('button').last().textContent()).toBe('Call again');
      await dialog.getByRole('button').last().click();
      await dialog.getByText(/^It waits: /).waitFor();
      expect(await driver.browser.faults()).toEqual([]);
    });

    it('shows no recording, and no actions after an erasure', async () => {
      await driver.browser.goto(`/calls/${failed.id}`);
      await page().getByText('There is no recording.', { exact: true }).waitFor();
      await page().getByText('Nothing was said.', { exact: true }).waitFor();

      await button('Call again').waitFor();
      const erased = { accountId: account.id, phoneNumber: failed.phone_number };
      await eraseContact(driver.service.app, erased, false);
      await page().reload();
      await page()
        .getByText(/^\+999\d{12}$/)
        .first()
        .waitFor();
      await button('JSON').waitFor();
      for (const name of ['Call again', 'Add to do-not-call list'])
        expect(await button(name).count()).toBe(0);
    });
  });

  it('serves no page below the addresses of files and of the API, and accepts no other method', async () => {
    const ask = (path: string, method = 'GET') => fetch(`${driver.service.origin}${path}`, { method });
    const html = await ask('/console/any/where');
    expect([html.status, html.headers.get('cache-control'), html.headers.get('etag')]).toEqual([
      200,
      'no-cache',
      null,
    ]);
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'; base-uri 'none'");
    const [, asset] = /src="(\/console\/assets\/[^"]+)"/.exec(await html.text()) ?? [];
    const file = await ask(asset ?? '');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/console/assets/none.js', '/console/v1/none', '/console/api/none']) {
      const { status, headers } = await ask(path);
      expect([path, status, headers.get('cross-origin-resource-policy')]).toEqual([path, 404, 'same-origin']);
    }
    for (const path of ['/console', asset ?? '']) {
      const { status, headers } = await ask(path, 'DELETE');
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it.each(['text/html', 'Text/HTML;q=0.9, */*'])(
    'redirects a client at / that accepts %s',
    async (accept) => {
      const response = await fetch(driver.service.origin, { headers: { accept }, redirect: 'manual' });
      const header = (name: string) => response.headers.get(name);
      const shown = [response.status, header('location'), header('cache-control'), header('vary')];
      expect(shown).toEqual([302, '/console', 'no-store', 'Accept']);
      expect((await fetch(driver.service.origin)).status).toBe(404);
    },
  );
});
