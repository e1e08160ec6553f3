import type { Locator } from 'playwright-core';
import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleTests } from '../harness/console';
import { ConsoleBrowser } from '../harness/console-browser';

const HOSTILE = `<img src=x onerror="alert(1)">‮abc مرحبا ${'w'.repeat(60)}`;

describeWithBrowser('Agents in the console')('the console', () => {
  let service: TestApp;
  let tests: ConsoleTests;
  let browser: ConsoleBrowser;
  let account: TestAccount;

  beforeAll(async () => {
    service = await TestApp.start();
    tests = new ConsoleTests(service);
    account = await service.account({ name: 'Sunrise' });
    browser = await ConsoleBrowser.open(service);
    await browser.enter(await tests.person(account.id, ['ADMIN']));
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

  it('they are listed, made the default, turned off with their waiting calls, and on again', async () => {
    await browser.goto('');
    await page().getByRole('link', { name: 'Agents', exact: true }).click();
    await browser.shows('agents');
    await page().getByText('There is no agent yet.').waitFor();
    await isWellMade();
    const first = await makeAgent(service, account, { name: HOSTILE });
    const second = await makeAgent(service, account, { name: 'Asha', direction: 'both' });
    const later = new Date(service.clock.nowMs() + 3_600_000).toISOString();
    for (const phone_number of [number('0001'), number('0001')]) {
      const body = { agent_id: second, phone_number, scheduled_for: later };
      await service.http(account).post('/calls').send(body).expect(200);
    }
    await browser.goto('/agents');
    const row = (id: string) => page().locator(`tr[data-id="${id}"]`);
    await row(first).locator('[data-status="default"]').waitFor();
    await row(second).locator('[data-status="on"]').waitFor();
    await isWellMade();
    await button('Make default', row(second)).click();
    await row(second).locator('[data-status="default"]').waitFor();
    await row(first).locator('[data-status="on"]').waitFor();
    await button('Turn off', row(second)).click();
    const question = page().getByRole('alertdialog');
    await question.getByText('2 waiting calls end.').waitFor();
    await button('Go back', question).and(page().locator(':focus')).waitFor();
    await isWellMade();
    await button('Turn off', question).click();
    await page().getByText('The agent is off; 2 waiting calls ended.').waitFor();
    await row(second).locator('[data-status="off"]').waitFor();
    await button('Turn on', row(second)).click();
    await page().getByText('The agent is on.').waitFor();
    await isWellMade();
  });

  it('who only works with calls sees them, and changes none', async () => {
    await browser.enter(await tests.person(account.id, ['STAFF']));
    await browser.goto('/agents');
    await page().getByText('Asha').waitFor();
    expect(await button('Turn off').count()).toBe(0);
    expect(await button('Make default').count()).toBe(0);
    await isWellMade();
  });
});
