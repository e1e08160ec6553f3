import { resolve } from 'node:path';
import type { Route } from 'playwright-core';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleTests, PASSWORD } from '../harness/console';
import { ConsoleBrowser } from '../harness/console-browser';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

describeWithBrowser('What changes while a page of the console is open')('while a page is open', () => {
  let service: TestApp;
  let browser: ConsoleBrowser;
  let account: TestAccount;
  let calls: CallTests;
  let email: string;

  beforeAll(async () => {
    // A talk of a minute takes some seconds.
    service = await TestApp.start({ SIMULATOR_SPEED: '5' });
    const tests = new ConsoleTests(service);
    account = await service.account({ name: 'Sunrise' });
    calls = new CallTests(service, account, await makeAgent(service, account));
    ({ email } = await tests.withPassword(account.id, ['ADMIN']));
    browser = await ConsoleBrowser.open(service);
    await browser.signIn(email, PASSWORD);
    await browser.shows('home');
  });
  afterEach(() => {
    expect(browser.problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const page = () => browser.page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  let finished: string;

  it('a call that runs shows its turns as they are said, then its outcome, and asks for its context alone', async () => {
    const { id } = await calls.queue({ test: true, phone_number: number('0001') });
    const asked: string[] = [];
    page().on('request', (request) => asked.push(new URL(request.url()).pathname));
    await browser.goto(`/calls/${id}`);
    const status = (value: string) =>
      page().locator(`[data-testid="call-status"][data-status="${value}"]`).waitFor();
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
    const call = await calls.read(id);
    expect(await turns.count()).toBe(call.outcome?.transcript.length);
    finished = id;
  });

  it('a recording whose link has expired is asked for anew, and goes on at the same second', async () => {
    await browser.goto(`/calls/${finished}`);
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
    expect(await page().getByText('The recording could not be loaded.').count()).toBe(0);
    await button('Pause').click();
    await page().unroute('**/recordings/**');
  });

  it('a part that a new version has taken away asks to reload', async () => {
    await browser.goto('/calls');
    await page().route('**/console/assets/new-call-*.js', (route) =>
      route.fulfill({ status: 404, body: '' }),
    );
    await button('New call').click();
    await page().getByText('A new version is there').waitFor();
    expect(await browser.faults()).toEqual([]);
    await page().unroute('**/console/assets/new-call-*.js');
    await button('Reload').click();
    await browser.shows('calls');
    await button('New call').click();
    await page().getByLabel('Phone number').waitFor();
    await page().keyboard.press('Escape');
  });

  it('what was shown before signing out does not come back with the Back button', async () => {
    await browser.goto(`/calls/${finished}`);
    await button('You').click();
    await page().getByRole('menuitem', { name: 'Sign out' }).click();
    await browser.shows('sign-in');
    await page().goBack();
    await browser.shows('sign-in');
    expect(await page().getByTestId('turn').count()).toBe(0);
  });
});
