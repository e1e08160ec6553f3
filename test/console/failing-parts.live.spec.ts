import { deferred } from '../../src/platform/kernel/async/deferred';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';

/** Requests that only a part of a page needs. */
describeWithBrowser('Pages with a part that cannot be loaded', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, dialog } = driver;
  let agentId: string;

  beforeAll(async () => {
    agentId = await makeAgent(driver.service, driver.account, { system_prompt: 'Ask about {{course}}.' });
  });

  const failing = async (path: string) => {
    const error = { code: 'broken', message: 'It is broken.', request_id: 'req_broken' };
    await page().route(path, (route) =>
      route.fulfill({ status: 500, headers: { 'X-Request-Id': 'req_broken' }, json: { error } }),
    );
  };
  /** Its error stands in `part`, and a second try succeeds. */
  const recovers = async (part: ReturnType<typeof dialog>, path: string) => {
    const alert = part.getByRole('alert').filter({ hasText: 'It is broken.' });
    await alert.getByText('Request req_broken').waitFor();
    await driver.isWellMade();
    await page().unroute(path);
    // The page repeats the request by itself, too: that must not remove the button before it is pressed.
    const pressed = deferred();
    await page().route(path, async (route) => {
      await pressed.promise;
      // The button's request replaces the page's own.
      await route.continue().catch(() => undefined);
    });
    await button('Try again', alert).click();
    pressed.resolve();
    await alert.waitFor({ state: 'hidden' });
    await page().unroute(path);
  };

  it('names the agents and the variables that a new call cannot load', async () => {
    await failing('**/console/api/agents');
    await driver.browser.goto('/calls');
    await button('New call').click();
    await recovers(dialog('New call'), '**/console/api/agents');
    await dialog('New call').getByLabel('course').waitFor();
    await page().keyboard.press('Escape');
    await failing('**/console/v1/agents/*');
    await driver.browser.goto('/calls');
    await button('New call').click();
    await recovers(dialog('New call'), '**/console/v1/agents/*');
    await dialog('New call').getByLabel('course').waitFor();
    await page().keyboard.press('Escape');
  });

  it.each([
    ['Calls', '/calls', ['agents', 'settings', 'preferences']],
    ['Home', '', ['agents', 'insights']],
    ['Phone numbers', '/phone-numbers', ['agents', 'numbers/lines']],
  ])('names the part that %s cannot load, and shows the rest', async (_, address, parts) => {
    for (const part of parts) {
      const path = `**/console/api/${part}*`;
      await failing(path);
      await driver.browser.goto(address);
      const alert = page().getByRole('alert').filter({ hasText: 'It is broken.' });
      await alert.getByText('Request req_broken').waitFor();
      // The page repeats the request by itself.
      await page().unroute(path);
      await alert.waitFor({ state: 'hidden' });
    }
  });

  it('does not show hours as empty that cannot be loaded', async () => {
    await failing('**/console/api/insights*');
    await driver.browser.goto('?from=2026-01-05&to=2026-01-06');
    const none = page()
      .getByRole('region', { name: 'Calls by hour' })
      .getByText('No calls ended in this time.');
    await page().getByRole('alert').getByText('It is broken.').waitFor();
    expect(await none.count()).toBe(0);
    await page().unroute('**/console/api/insights*');
    await none.waitFor();
  });

  it('names the variables of an agent that an upload cannot load', async () => {
    await failing('**/console/v1/agents/*');
    await driver.browser.goto('/batches/new');
    const file = {
      name: 'June.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Phone,course\n${number()},B.A.`),
    };
    await page().getByLabel('File with contacts').setInputFiles(file);
    await recovers(page().getByRole('region', { name: 'Columns' }), '**/console/v1/agents/*');
    await page().locator('option[value="variable:course"]').first().waitFor({ state: 'attached' });
    page().once('dialog', (leave) => void leave.accept());
  });

  it('offers to reload a part that a new version has removed, and preserves typed text', async () => {
    const removed = () =>
      page().route('**/console/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
    const isOffered = async () => {
      await page().getByRole('alert').getByText('A new version is there').waitFor();
      await button('Reload').waitFor();
      await driver.isWellMade();
    };
    const labels = page().getByRole('textbox', { name: 'Outcome labels' });
    await driver.browser.goto('/settings');
    await removed();
    await labels.fill('Enrolled');
    await page().getByRole('link', { name: 'Members' }).click();
    await isOffered();
    expect(await labels.inputValue()).toBe('Enrolled');
    await page().unroute('**/console/assets/*.js');
    page().once('dialog', (leave) => void leave.accept());
    await button('Reload').click();
    await driver.browser.shows('settings');
    await removed();
    await button('You').click();
    await isOffered();
    await labels.waitFor();
    await page().unroute('**/console/assets/*.js');
  });

  it('shows a part once the service is there again', async () => {
    await driver.browser.goto('/credits');
    const away = async (open: () => Promise<void>) => {
      await page().context().setOffline(true);
      await open();
      const alert = page().getByRole('alert').filter({ hasText: 'No connection to the service. Try again.' });
      await alert.waitFor();
      expect(await page().getByText('A new version is there').count()).toBe(0);
      await page().context().setOffline(false);
      await button('Try again', alert).click();
    };
    await away(() => page().getByRole('link', { name: 'Do not call' }).click());
    await driver.browser.shows('do-not-call');
    await away(() => button('Add a number').click());
    await dialog('Add a number').waitFor();
    await driver.isWellMade();
    await page().keyboard.press('Escape');
  });

  it('focuses a part of a dialog that is loaded late', async () => {
    await driver.tests.member(driver.account.id, ['COUNSELLOR']);
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page().route('**/console/api/counsellors', async (route) => {
      await isAnswered;
      // The button's request replaces the page's own.
      await route.continue().catch(() => undefined);
    });
    await driver.browser.goto('/human-calls');
    await button('Start a call').press('Enter');
    const form = dialog('Start a call');
    await button('Close', form).and(page().locator(':focus')).waitFor();
    answer();
    await form.getByRole('combobox', { name: 'Counsellor' }).and(page().locator(':focus')).waitFor();
    await page().unroute('**/console/api/counsellors');
    await page().keyboard.press('Escape');
    await button('Start a call').and(page().locator(':focus')).waitFor();
  });

  it('names the used tools that the page of a call cannot load', async () => {
    const calls = new CallTests(driver.service, driver.account, agentId);
    const { id } = await calls.queue({ test: true });
    await calls.final(id);
    await failing('**/console/v1/calls/*/tools');
    await driver.browser.goto(`/calls/${id}`);
    await recovers(page().getByRole('region', { name: 'Transcript' }), '**/console/v1/calls/*/tools');
  });

  it('repeats what the versions and the simulated call of an agent could not load', async () => {
    await failing('**/console/api/agents/*/versions');
    await driver.browser.goto(`/agents/${agentId}`);
    await button('Versions').click();
    await recovers(dialog('Versions'), '**/console/api/agents/*/versions');
    await page().keyboard.press('Escape');
    const part = page().getByRole('region', { name: 'Test agent' });
    await part.getByRole('tab', { name: 'Simulate' }).click();
    await failing('**/console/api/calls/*/context');
    await button('Start test call', part).click();
    await recovers(part.getByTestId('test-call'), '**/console/api/calls/*/context');
  });
});
