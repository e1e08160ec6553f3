import type { Schema } from '../harness/api';
import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Further attempts in the console', () => {
  const driver = new ConsoleDriver({ account: { lines: 50, recallGapSeconds: 0 }, as: 'STAFF' });
  const { page, button, dialog } = driver;
  let calls: CallTests;

  beforeAll(async () => {
    calls = new CallTests(driver.service, driver.account, await makeAgent(driver.service, driver.account));
  });

  it('offers attempts in New call, and shows refused waits at their field', async () => {
    await driver.browser.goto('/calls');
    await button('New call').click();
    const form = dialog('New call');
    await form.getByLabel('Phone number').fill(number('0003'));
    const again = form.getByLabel('Try again');
    expect(await again.locator('option').allInnerTexts()).toEqual([
      'Account default',
      'Never',
      'Up to 2 attempts',
      'Up to 3 attempts',
      'Up to 4 attempts',
      'Up to 5 attempts',
    ]);
    expect(await form.getByLabel('Minutes between attempts').count()).toBe(0);
    await again.selectOption({ label: 'Up to 2 attempts' });
    await form.getByLabel('Minutes between attempts').fill('soon');
    await button('New call', form).click();
    await form.getByText('must be a whole number').waitFor();
    await form.getByLabel('Minutes between attempts').fill('30');
    await driver.isWellMade();
    await button('New call', form).click();
    await form.getByText('The call is queued.').waitFor();
    await form.getByRole('link', { name: 'Open the call' }).click();
    await driver.browser.shows('call');
  });

  it('links the attempts on the page of a call', async () => {
    const { id } = await calls.queue({ phone_number: number('0003'), retry: { max_attempts: 3 } });
    const first = await calls.final(id);
    await driver.browser.goto(`/calls/${id}`);
    const part = page().getByTestId('attempts');
    await part.getByText('Attempt 1 of 3').waitFor();
    await part.getByRole('link', { name: 'Next attempt' }).click();
    await part.getByText('Attempt 2 of 3').waitFor();
    await expectSoon(() => Promise.resolve(page().url())).toContain(first.retry?.next_call_id ?? '');
    await part.getByRole('link', { name: 'Attempt before' }).waitFor();
    await part.getByRole('link', { name: 'All attempts' }).click();
    await driver.browser.shows('calls');
    await expectSoon(() => page().locator('tbody tr').count()).toBe(2);
    await page().getByLabel('Latest attempt').check();
    await expectSoon(() => page().locator('tbody tr').count()).toBe(1);
    expect(await driver.browser.faults()).toEqual([]);
  });

  it('counts attempts beside the contacts of a batch', async () => {
    const rows = ['0001', '0003'].map((ending) => ({ phone_number: number(ending) }));
    const { id } = (await driver.service.api(driver.account).post('/batches', {
      agent_id: calls.agentId,
      name: 'Again',
      calls: rows,
      retry: { max_attempts: 2 },
    })) as Schema<'QueuedBatch'>;
    await eventually(async () => {
      expect(await driver.service.api(driver.account).get(`/batches/${id}`)).toMatchObject({
        finished: 2,
        total: 3,
      });
    });
    await driver.browser.goto('/batches');
    const row = page().locator(`tr[data-id="${id}"]`);
    await row.getByText('1 of 2').waitFor();
    expect(await page().getByRole('columnheader', { name: 'Attempts' }).count()).toBe(1);
    await row.getByRole('link').click();
    await driver.browser.shows('batch');
    await page().getByTestId('batch-progress').getByText('1 of 2').waitFor();
    await driver.isWellMade();
  });
});
