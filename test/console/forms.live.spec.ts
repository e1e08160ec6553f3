import type { Page, Request } from 'playwright-core';
import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { withDatabaseOf } from '../harness/commands';
import { expectSoon } from '../harness/expect-soon';

/** What is typed in forms: nothing of it is lost, sent twice, or sent over what others have changed. */
describeWithBrowser('Forms of the console', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, dialog, question, isWellMade } = driver;

  beforeAll(async () => {
    await makeAgent(driver.service, driver.account);
    await withDatabaseOf(driver.service, (ops) =>
      ops.setAccount(driver.account.id, {
        settings: { unlockedSettings: ['calling_hours', 'recall_gap_minutes', 'queue_hours'] },
        rates: null,
        trunks: undefined,
        retry: null,
      }),
    );
  });

  const sentBy = (from: Page, press: () => Promise<unknown>, method = 'PATCH') => {
    const isIt = (request: Request) => request.method() === method;
    return Promise.all([from.waitForRequest(isIt), press()]).then(([request]) => request.postDataJSON());
  };

  it('dismisses a dialog with typed text only after a confirmation', async () => {
    await driver.browser.goto('/agents');
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    await driver.browser.shows('calls');
    await button('New call').click();
    const form = dialog('New call');
    const field = form.getByLabel('Phone number');
    // Nothing is typed: no confirmation.
    await field.waitFor();
    await page().keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await button('New call').click();
    await field.fill('+919811112233');
    const dismissals: readonly (() => Promise<unknown>)[] = [
      () => page().keyboard.press('Escape'),
      () => page().mouse.click(10, 400),
      () => button('Close', form).click(),
      () => page().goBack(),
    ];
    for (const dismiss of dismissals) {
      await dismiss();
      await button('Stay', question()).and(page().locator(':focus')).waitFor();
      if (dismiss === dismissals[0]) await isWellMade();
      await button('Stay', question()).click();
      await question().waitFor({ state: 'hidden' });
      await expectSoon(() => field.inputValue()).toBe('+919811112233');
      await form.locator(':focus').waitFor();
    }
    await page().keyboard.press('Escape');
    await button('Leave', question()).click();
    await form.waitFor({ state: 'hidden' });
    await button('New call').click();
    await field.fill('+919811112233');
    await button('Cancel', form).click();
    await form.waitFor({ state: 'hidden' });
  });

  it('sends an invitation and a human call once, and opens the page of the call', async () => {
    await driver.browser.goto('/settings/members');
    await button('Invite').click();
    await dialog('Invite').getByLabel('Counsellor').check();
    await page().keyboard.press('Escape');
    await button('Stay', question()).click();
    await expectSoon(() => dialog('Invite').getByLabel('Counsellor').isChecked()).toBe(true);
    await button('Cancel', dialog('Invite')).click();

    const member = await driver.tests.member(driver.account.id, ['COUNSELLOR']);
    const own = await driver.tests.open(member.loginId, member.email);
    await driver.tests.http(own.headers).patch('/me').send({ mobile_number: '+919876541077' }).expect(200);
    await driver.browser.goto('/human-calls');
    await button('Start a call').first().click();
    const form = dialog('Start a call');
    await form.getByRole('combobox', { name: 'Counsellor' }).fill(member.name);
    await page().keyboard.press('Enter');
    await form.getByLabel('Phone number').fill(number('0001'));
    await page().keyboard.press('Escape');
    await button('Stay', question()).click();
    await button('Start a call', form).click();
    await driver.browser.shows('human-call');
    await expectSoon(() => question().count()).toBe(0);
  });

  it.each([
    ['/profile', '**/console/api/me', 'Name', 'Asha Rao', 'Mobile number', '+919876541078'],
    [
      '/settings',
      '**/console/api/settings',
      'Minutes between two calls to a number',
      '61',
      'Queue hours',
      '13',
    ],
  ])(
    'preserves text on %s that is typed during a save, as not saved',
    async (path, route, first, value, second, later) => {
      await driver.browser.goto(path);
      const field = (label: string) => page().getByLabel(label, { exact: true });
      let goOn = (): void => undefined;
      const isTyped = new Promise<void>((resolve) => (goOn = resolve));
      await page().route(route, async (sent) => {
        if (sent.request().method() === 'PATCH') await isTyped;
        await sent.continue();
      });
      await field(first).fill(value);
      const form = page()
        .locator('form')
        .filter({ has: field(first) });
      await Promise.all([
        page().waitForRequest((request) => request.method() === 'PATCH'),
        button('Save', form).click(),
      ]);
      await field(second).fill(later);
      goOn();
      await page().getByText('Saved').first().waitFor();
      await page().unroute(route);
      await expectSoon(() => field(second).inputValue()).toBe(later);
      await expectSoon(() => field(first).inputValue()).toBe(value);
      expect(await sentBy(page(), () => button('Save', form).click())).toEqual({
        [second === 'Mobile number' ? 'mobile_number' : 'queue_hours']: expect.anything(),
      });
      await page().getByText('Saved').first().waitFor();
    },
  );

  it('makes another call for another submission with the same number', async () => {
    const calls = new CallTests(driver.service, driver.account, '');
    await driver.browser.goto('/calls');
    await button('New call').click();
    const form = dialog('New call');
    const queue = async () => {
      await form.getByLabel('Phone number').fill('+919811110002');
      await form.getByLabel('Test call').check();
      await button('New call', form).click();
      const href = await form.getByRole('link', { name: 'Open the call' }).getAttribute('href');
      return href?.split('/').at(-1) ?? '';
    };
    const first = await queue();
    await calls.final(first);
    await button('Another call', form).click();
    expect(await queue()).not.toBe(first);
    await page().keyboard.press('Escape');
    await expectSoon(() => question().count()).toBe(0);
  });

  it('sends the changed settings alone, and follows the changes of others', async () => {
    await driver.browser.goto('/settings');
    const other = await page().context().newPage();
    await other.goto(`${driver.service.origin}/console/settings`);
    await other.getByLabel('Minutes between two calls to a number').fill('7');
    const save = (within: Page) =>
      within.locator('section', { hasText: 'Minutes between two calls' }).getByText('Save');
    expect(await sentBy(other, () => save(other).click())).toEqual({ recall_gap_minutes: 7 });
    await other.getByText('Saved.').waitFor();
    await other.close();
    await page().getByLabel('Queue hours').fill('9');
    expect(await sentBy(page(), () => save(page()).click())).toEqual({ queue_hours: 9 });
    await page().getByText('Saved.').waitFor();
    await expectSoon(() => page().getByLabel('Minutes between two calls to a number').inputValue()).toBe('7');
    expect((await driver.tests.http(driver.person.headers).get('/settings')).body).toMatchObject({
      recall_gap_minutes: 7,
      queue_hours: 9,
    });
    await save(page()).click();
    await page().getByText('Nothing has changed.').waitFor();
    // A saved form needs no confirmation.
    await page().getByRole('link', { name: 'Members' }).click();
    await driver.browser.shows('members');
  });

  it('preserves a typed setting when the settings are loaded again', async () => {
    await driver.browser.goto('/settings');
    await page().getByLabel('Queue hours').fill('30');
    await driver.tests
      .http(driver.person.headers)
      .patch('/settings')
      .send({ queue_hours: 11, recall_gap_minutes: 8 })
      .expect(200);
    // The page is looked at again.
    const answered = page().waitForResponse((answer) => answer.url().endsWith('/console/api/settings'));
    await page().waitForTimeout(1_100);
    await page().evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await answered;
    // Playwright's own wait would need `eval`, which the page's policy refuses.
    await eventually(async () => {
      expect(await page().locator('input[name=recall_gap_minutes]').inputValue()).toBe('8');
    });
    await expectSoon(() => page().getByLabel('Queue hours').inputValue()).toBe('30');
    await page().getByLabel('Queue hours').fill('11');
    await page().getByRole('link', { name: 'Members' }).click();
    await driver.browser.shows('members');
  });

  it('does not send an emptied number of the settings', async () => {
    await driver.browser.goto('/settings');
    const hours = page().getByLabel('Queue hours');
    const former = await hours.inputValue();
    await hours.fill('');
    await page().locator('section', { hasText: 'Queue hours' }).getByText('Save').click();
    await page().getByText('Queue hours must be filled in.').waitFor();
    await hours.and(page().locator(':focus')).waitFor();
    await hours.fill(former);
  });

  it('ends calling hours with the day', async () => {
    const calling_hours = { from: '09:00', to: '24:00' };
    await driver.tests.http(driver.person.headers).patch('/settings').send({ calling_hours }).expect(200);
    await driver.browser.goto('/settings');
    const until = page().getByLabel('Calls until');
    await expectSoon(() => until.inputValue()).toBe('00:00');
    const save = page().locator('section', { hasText: 'Queue hours' }).getByText('Save');
    await until.fill('20:00');
    expect(await sentBy(page(), () => save.click())).toEqual({
      calling_hours: { from: '09:00', to: '20:00' },
    });
    await page().getByText('Saved.').waitFor();
    await until.fill('00:00');
    expect(await sentBy(page(), () => save.click())).toEqual({ calling_hours });
  });

  it('sends the changed fields of the profile alone', async () => {
    await driver.browser.goto('/profile');
    await page().getByLabel('Mobile number').fill('+91 98765 41003');
    const save = () => page().getByRole('button', { name: 'Save' }).click();
    expect(await sentBy(page(), save)).toEqual({ mobile_number: '+91 98765 41003' });
    await page().getByText('Saved.').waitFor();
    await expectSoon(() => page().getByLabel('Mobile number').inputValue()).toBe('+919876541003');
  });
});
