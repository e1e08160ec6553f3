import { resolve } from 'node:path';
import type { Route } from 'playwright-core';
import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

describeWithBrowser('Pages while they are open', () => {
  // A talk of a minute takes 20 seconds: the page polls each second, and a busy browser less often.
  const driver = new ConsoleDriver({ environment: { SIMULATOR_SPEED: '3' } });
  const { page, button } = driver;
  let calls: CallTests;
  let email: string;

  beforeAll(async () => {
    calls = new CallTests(driver.service, driver.account, await makeAgent(driver.service, driver.account));
    ({ email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']));
    await driver.browser.signIn(email, PASSWORD);
    await driver.browser.shows('home');
  });

  let finished: string;

  it('shows the turns of a running call live, then its outcome, and loads its context alone', async () => {
    const { id } = await calls.queue({ test: true, phone_number: number('0001') });
    const asked: string[] = [];
    page().on('request', (request) => asked.push(new URL(request.url()).pathname));
    await driver.browser.goto(`/calls/${id}`);
    const status = (value: string) =>
      page().locator(`[data-testid="call-status"][data-status="${value}"]`).waitFor({ timeout: 25_000 });
    await status('in_progress');
    const turns = page().getByTestId('turn');
    await turns.nth(1).waitFor();
    await status('in_progress');
    const before = await turns.count();
    asked.splice(0);
    await turns.nth(before + 1).waitFor();
    await status('in_progress');
    const others = asked.filter((path) => path !== `/console/api/calls/${id}/context`);
    expect(others).toEqual([]);
    await status('completed');
    await page().getByTestId('outcome').getByText('Interested', { exact: true }).waitFor();
    const announced = page().getByRole('status').filter({ hasText: 'The call is now: Connected' });
    await expectSoon(() => announced.count()).toBe(1);
    await page().reload();
    await page().getByTestId('outcome').getByText('Interested', { exact: true }).waitFor();
    expect(await announced.count()).toBe(0);
    const call = await calls.read(id);
    await expectSoon(() => turns.count()).toBe(call.outcome?.transcript.length);
    finished = id;
  });

  it('shows the turns until the call is loaded with its outcome', async () => {
    const { id } = await calls.queue({ test: true, phone_number: number('0011') });
    await driver.browser.goto(`/calls/${id}`);
    const turns = page().getByTestId('turn');
    await turns.first().waitFor();
    const seen: number[] = [];
    const path = `**/console/v1/calls/${id}`;
    await page().route(path, async (route) => {
      const response = await route.fetch();
      if (((await response.json()) as { outcome: unknown }).outcome) {
        // Meanwhile the page learns that the call is over.
        await page().waitForTimeout(1_500);
        seen.push(await turns.count());
      }
      await route.fulfill({ response });
    });
    await page().getByTestId('outcome').getByText('Wrong Number', { exact: true }).waitFor();
    await page().unroute(path);
    expect(Math.min(...seen)).toBeGreaterThan(0);
  });

  it('preserves the selected text of a turn when the call ends', async () => {
    const { id } = await calls.queue({ test: true, phone_number: number('0011') });
    await driver.browser.goto(`/calls/${id}`);
    const turn = page().getByTestId('turn').first();
    await turn.waitFor();
    await page().evaluate('getSelection().selectAllChildren(document.querySelector("[data-testid=turn]"))');
    const selected = () => page().evaluate<string>('getSelection().toString()');
    const before = await selected();
    expect(before).toContain(await turn.locator('[dir="auto"]').innerText());
    await page().getByTestId('outcome').getByText('Wrong Number', { exact: true }).waitFor();
    await turn.getByRole('button').waitFor();
    expect(await selected()).toBe(before);
  });

  it('reloads a recording whose link has expired, and continues at the same second', async () => {
    await driver.browser.goto(`/calls/${finished}`);
    let refused = 0;
    await page().route('**/recordings/**', (route: Route) => {
      if (refused++ === 0) return route.fulfill({ status: 404, body: '' });
      return route.continue();
    });
    const renewed = page().waitForResponse((answer) => answer.url().includes('/recordings/') && answer.ok());
    await page().getByTestId('turn').nth(2).click();
    const position = async () => Number(await page().getByLabel('Position').inputValue());
    const second = await position();
    expect(second).toBeGreaterThan(0);
    await renewed;
    await button('Pause').waitFor();
    await eventually(async () => {
      expect(await position()).toBeGreaterThan(second);
    });
    await expectSoon(() => page().getByText('The recording could not be loaded.').count()).toBe(0);
    await button('Pause').click();
    await page().unroute('**/recordings/**');
  });

  it('reloads a recording at each press after two failures', async () => {
    await driver.browser.goto(`/calls/${finished}`);
    let refused = 0;
    await page().route('**/recordings/**', (route: Route) =>
      refused++ < 3 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    );
    await button('Play').click();
    await page().getByText('The recording could not be loaded.').waitFor();
    expect(refused).toBe(2);
    await button('Play').click();
    await expectSoon(async () => Number(await page().getByLabel('Position').inputValue())).toBeGreaterThan(0);
    await button('Pause').click();
    await page().unroute('**/recordings/**');
  });

  it('offers to reload for a page that a new version has removed, beside the navigation', async () => {
    await driver.browser.goto('/calls');
    await page().route('**/console/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page().getByRole('link', { name: 'Batches' }).click();
    await page().locator('main[data-page="batches"][data-state="error"]').waitFor();
    expect(await page().getByRole('alert').innerText()).toContain('A new version is there');
    await page().unroute('**/console/assets/**');
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    await driver.browser.shows('calls');
    await page().goBack();
    await driver.browser.shows('batches');
    expect(await driver.browser.faults()).toEqual([]);
  });

  it('shows nothing from before the sign-out after the Back button', async () => {
    await driver.browser.goto(`/calls/${finished}`);
    await button('You').click();
    await page().getByRole('menuitem', { name: 'Sign out' }).click();
    await driver.browser.shows('sign-in');
    await page().goBack();
    await driver.browser.shows('sign-in');
    await expectSoon(() => page().getByTestId('turn').count()).toBe(0);
  });
});
