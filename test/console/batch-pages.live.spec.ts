import { resolve } from 'node:path';
import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

describeWithBrowser('Batches', () => {
  const driver = new ConsoleDriver({ account: { lines: 50 }, as: 'STAFF' });
  const { page, button } = driver;
  let agent_id: string;

  beforeAll(async () => {
    agent_id = await makeAgent(driver.service, driver.account, { name: HOSTILE.slice(0, 60) });
  });

  const queue = async (body: object) =>
    ((await driver.service.api(driver.account).post('/batches', { agent_id, ...body })) as { id: string }).id;
  const later = () => new Date(driver.service.clock.nowMs() + 86_400_000).toISOString();

  it('shows no batches at first', async () => {
    await page().getByRole('link', { name: 'Batches', exact: true }).click();
    await driver.browser.shows('batches');
    await page().getByText('No batches yet.').waitFor();
    await page().locator('h1:focus').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
  });

  it('lists batches with their progress, and opens one', async () => {
    const ends = ['0001', '0002', '0003', '0001'];
    const calls = ends.map((ending) => ({ phone_number: number(ending) }));
    const id = await queue({ name: HOSTILE, test: true, calls });
    await driver.browser.goto('/batches');
    const row = page().locator(`tr[data-id="${id}"]`);
    await row.getByText('4 of 4').waitFor();
    await expectSoon(() => row.getByRole('cell').allInnerTexts()).toEqual([
      expect.stringContaining('<img src=x'),
      expect.stringContaining('<img'),
      '4 of 4',
      '2',
      '2',
      expect.stringMatching(/\d{4}, \d\d:\d\d/),
    ]);
    expect(await driver.browser.faults()).toEqual([]);
    await row.getByRole('link').click();
    await driver.browser.shows('batch');
    expect(await page().title()).toContain('\u2068<img src=x onerror="alert(1)">□abc');
    await page().getByText('Interested').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await page().getByTestId('count-busy').click();
    await driver.browser.shows('calls');
    await page().locator('tr[data-id]').first().waitFor();
    const shown = await page().locator('tr [data-status]').all();
    await expectSoon(() => Promise.all(shown.map((one) => one.getAttribute('data-status')))).toEqual([
      'busy',
    ]);
    await button(/Batch: .*<img src=x/).waitFor();
  });

  it('follows the progress without a reload, and cancels waiting calls', async () => {
    const numbers = [number(), number()];
    const body = { name: 'June', scheduled_for: later() };
    const id = await queue({ ...body, calls: numbers.map((phone_number) => ({ phone_number })) });
    await driver.browser.goto(`/batches/${id}`);
    const waiting = page().getByTestId('count-queued');
    await expectSoon(() => waiting.getAttribute('data-value')).toBe('2');
    const { data } = await driver.service.api(driver.account).get(`/calls?batch_id=${id}`);
    await driver.service.api(driver.account).post(`/calls/${data[0]?.id}/cancel`);
    await page().locator('[data-testid="count-queued"][data-value="1"]').waitFor();
    await expectSoon(() => page().getByTestId('batch-progress').innerText()).toBe('1 of 2');
    await button('Cancel waiting calls').focus();
    await page().keyboard.press('Enter');
    const question = page().getByRole('alertdialog', { name: 'Cancel 1 call?' });
    await question.getByRole('button', { name: 'Go back' }).and(page().locator(':focus')).waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await question.getByRole('button', { name: 'Cancel waiting calls' }).click();
    await page().getByText('1 call was canceled.').waitFor();
    await page().locator('[data-testid="count-canceled"][data-value="2"]').waitFor();
    await button('Cancel waiting calls').waitFor({ state: 'hidden' });
    await page().locator('h1:focus').waitFor();
  });

  it('downloads the results as a file', async () => {
    const id = await queue({ name: 'File', test: true, calls: [{ phone_number: number('0002') }] });
    await driver.browser.goto(`/batches/${id}`);
    const [download] = await Promise.all([
      page().waitForEvent('download'),
      page().getByRole('link', { name: 'Download results' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`results-${id}.csv`);
    expect(await download.failure()).toBeNull();
  });

  it('show an error for an unknown id', async () => {
    await driver.browser.goto('/batches/batch_00000000000000000000000000', 'error');
    await page().getByText('There is no such batch.').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
  });

  it('shows the last data while the service is unavailable', async () => {
    const id = await queue({ name: 'Away', scheduled_for: later(), calls: [{ phone_number: number() }] });
    await driver.browser.goto(`/batches/${id}`);
    await page().route('**/console/api/batches/*', (route) => route.abort());
    await page().getByText('No connection to the service. Trying again…').waitFor();
    await expectSoon(() => page().getByTestId('batch-progress').innerText()).toBe('0 of 1');
    await page().unroute('**/console/api/batches/*');
    await eventually(async () => {
      expect(await page().getByText('No connection to the service. Trying again…').count()).toBe(0);
    });
  });
});
