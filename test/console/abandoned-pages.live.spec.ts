import type { Page, Route } from 'playwright-core';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

/** What was begun on a page that a person has left: nothing of it reaches into the next one. */
describeWithBrowser('Pages that were left', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, row, dialog, question } = driver;

  let calls: CallTests;

  beforeAll(async () => {
    calls = new CallTests(driver.service, driver.account, await makeAgent(driver.service, driver.account));
  });

  const waiting = async () => {
    const at = new Date(driver.service.clock.nowMs() + 86_400_000).toISOString();
    return (await calls.queue({ scheduled_for: at })).id;
  };

  /** Delays a POST until the returned function is called. */
  const late = async (where: Page, path: string) => {
    let goOn = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => (goOn = resolve));
    await where.route(path, async (sent: Route) => {
      if (sent.request().method() === 'POST') await isLeft;
      await sent.continue();
    });
    return async () => {
      const answered = where.waitForResponse((answer) => answer.request().method() === 'POST');
      goOn();
      expect((await answered).status()).toBe(201);
      await where.unroute(path);
      // What the response might lead to.
      await where.waitForTimeout(500);
    };
  };
  const post = (press: () => Promise<unknown>) =>
    Promise.all([page().waitForRequest((request) => request.method() === 'POST'), press()]);

  it('closes the confirmation of a page that was left, and shows the next page whole', async () => {
    const id = await waiting();
    await driver.browser.goto('/calls');
    await row(id).getByRole('link').first().click();
    await driver.browser.shows('call');
    await button('Cancel call').click();
    await question().waitFor();
    await page().goBack();
    await driver.browser.shows('calls');
    await expectSoon(() => question().count()).toBe(0);
    await expectSoon(() => page().locator('[data-base-ui-inert]').count()).toBe(0);
    await page().getByRole('link', { name: 'Batches' }).click();
    await driver.browser.shows('batches');
    expect((await calls.read(id)).status).toBe('queued');
  });

  it('opens no confirmation on a page that was left while the session was checked', async () => {
    const id = await waiting();
    await driver.browser.goto(`/calls/${id}`);
    await button('Cancel call').click();
    await question().waitFor();
    const json = { error: { code: 'insufficient_scope', message: 'Not allowed.' } };
    await Promise.all([
      page().waitForResponse('**/console/api/session'),
      page().route('**/context', (sent) => sent.fulfill({ status: 403, json }), { times: 1 }),
    ]);
    await driver.browser.shows('call');
    await expectSoon(() => question().count()).toBe(0);
    await expectSoon(() => page().locator('[data-base-ui-inert]').count()).toBe(0);
    await button('Cancel call').click();
    await button('Cancel call', question()).click();
    await page().locator('[data-testid="call-status"][data-status="canceled"]').waitFor();
  });

  it('returns to the confirmation when the dialog for the password is dismissed', async () => {
    await driver.service.unitOfWork.rows(
      `UPDATE sessions SET confirmed_at = confirmed_at - interval '13 hours'`,
    );
    const member = await driver.tests.member(driver.account.id, ['STAFF']);
    await driver.browser.goto('/settings');
    await page().getByRole('link', { name: 'Members' }).click();
    await driver.browser.shows('members');
    await button('Change roles', row(member.id)).click();
    const roles = dialog('Change roles');
    const password = dialog('Confirm your password');
    await roles.getByLabel('Counsellor').check();
    await button('Change roles', roles).click();
    await password.waitFor();
    await page().goBack();
    await button('Stay', question()).and(page().locator(':focus')).waitFor();
    await expectSoon(() => password.count()).toBe(0);
    await button('Stay', question()).click();
    await expectSoon(() => roles.getByLabel('Counsellor').isChecked()).toBe(true);
    await button('Change roles', roles).click();
    await password.waitFor();
    await page().goBack();
    await button('Leave', question()).click();
    await driver.browser.shows('settings');
    await expectSoon(() => page().locator('[data-base-ui-inert]').count()).toBe(0);
  });

  it('does not return to a dialog that was left when its human call is created', async () => {
    const member = await driver.tests.member(driver.account.id, ['COUNSELLOR']);
    const own = await driver.tests.open(member.loginId, member.email);
    await driver.tests.http(own.headers).patch('/me').send({ mobile_number: '+919876541077' }).expect(200);
    await driver.browser.goto('/human-calls');
    await button('Start a call').click();
    const form = dialog('Start a call');
    await form.getByRole('combobox', { name: 'Counsellor' }).fill(member.name);
    await page().keyboard.press('Enter');
    await form.getByLabel('Phone number').fill(number('0001'));
    const answer = await late(page(), '**/v1/human-calls');
    await post(() => button('Start a call', form).click());
    await button('Cancel', form).click();
    await page().getByRole('link', { name: 'Settings' }).click();
    await driver.browser.shows('settings');
    await page().getByLabel('Queue hours').waitFor();
    await answer();
    await driver.browser.shows('settings');
    await page().getByRole('link', { name: 'Human calls' }).click();
    await page().locator('tr[data-id]').waitFor();
  });

  it('does not return to an editor that was left when its agent is created', async () => {
    await driver.browser.goto('/agents/new');
    await page().getByLabel('Name', { exact: true }).fill('Nadia');
    await page().getByLabel('Opening line').fill('Hello.');
    await page().getByLabel('Script').fill('Say hello.');
    const answer = await late(page(), '**/v1/agents');
    await post(() => button('Save').click());
    await page().getByRole('link', { name: 'Settings' }).click();
    await driver.browser.shows('settings');
    await answer();
    await driver.browser.shows('settings');
    await page().getByRole('link', { name: 'Agents' }).click();
    await page().getByRole('link', { name: 'Nadia' }).waitFor();
  });

  it('moves no focus when the form of a page that was left is refused', async () => {
    await driver.browser.goto('/profile');
    await page().getByLabel('Name', { exact: true }).fill('');
    let goOn = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => (goOn = resolve));
    await page().route('**/console/api/me', async (sent) => {
      await isLeft;
      await sent.continue();
    });
    await button('Save').first().click();
    await page().getByRole('link', { name: 'Settings' }).click();
    await button('Leave', question()).click();
    await driver.browser.shows('settings');
    await page().getByLabel('Queue hours').focus();
    const answered = page().waitForResponse('**/console/api/me');
    goOn();
    expect((await answered).status()).toBe(400);
    await page().waitForTimeout(500);
    await page().unroute('**/console/api/me');
    await expectSoon(() => page().evaluate('document.activeElement.name')).toBe('queue_hours');
  });

  it('shows nothing of an account after a change to another one', async () => {
    const second = await driver.service.account({ name: 'Second', dispositions: ['Enrolled'] });
    const person = await driver.tests.person(driver.account.id, ['ADMIN']);
    await driver.tests.member(second.id, ['ADMIN'], person.email);
    await driver.browser.enter(person);
    await driver.browser.goto(`/settings?account=${driver.account.id}`);
    const labels = page().getByRole('textbox', { name: 'Outcome labels' });
    await labels.fill('Of the first');
    let goOn = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => (goOn = resolve));
    await page().route('**/console/api/settings', async (sent) => {
      if (sent.request().method() === 'PATCH') await isLeft;
      await sent.continue();
    });
    const form = page().locator('form').filter({ has: labels });
    await button('Save', form).click();
    await button('Account').click();
    await page().getByRole('menuitem', { name: 'Second' }).click();
    await button('Leave', question()).click();
    await page().waitForURL(`**/console?account=${second.id}`);
    await page().getByRole('link', { name: 'Settings' }).click();
    await expectSoon(() => labels.inputValue()).toBe('Enrolled');
    const answered = page().waitForResponse((answer) => answer.request().method() === 'PATCH');
    goOn();
    expect((await answered).status()).toBe(200);
    await page().getByText('Saved.').waitFor();
    await page().waitForTimeout(500);
    expect(await labels.inputValue()).toBe('Enrolled');
    await page().unroute('**/console/api/settings');
  });
});
