import type { Route } from 'playwright-core';
import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { rowsOf, UploadPage } from '../harness/upload-page';

describeWithBrowser('Upload: long files', () => {
  const driver = new ConsoleDriver({
    account: { lines: 50, countries: ['IN'], credits: '100000' },
    as: 'STAFF',
  });
  const { page, button } = driver;

  const { figure, choose, tomorrow, batches, use, validated } = new UploadPage(driver);

  beforeAll(() => makeAgent(driver.service, driver.account, { system_prompt: 'Ask about {{course}}.' }));

  it('queues thousands of rows in packs, stops at a failure, and continues there', async () => {
    await driver.browser.goto('/batches/new');
    await choose('Many.csv', rowsOf(2_300, 0));
    await page().getByLabel('Not before').fill(tomorrow());
    await validated();
    let posts = 0;
    const failing = (route: Route) => {
      const isQueuing = !(route.request().postData() ?? '').includes('"dry_run"');
      if (route.request().method() === 'POST' && isQueuing && ++posts === 2) return route.abort();
      return route.continue();
    };
    await page().route('**/console/api/batches', failing);
    await button('Start 2,300 calls').click();
    await page().getByText('It stopped: 1,000 calls are queued so far.').waitFor();
    await page().getByText('No connection to the service. Try again.').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await button('Go on').click();
    await page().getByText('2,300 calls are queued.').waitFor();
    await page().unroute('**/console/api/batches', failing);
    const names = (await batches()).map(({ name }) => name).filter((name) => name?.startsWith('Many'));
    expect(names).toEqual(['Many (3 of 3)', 'Many (2 of 3)', 'Many (1 of 3)']);
    await driver.browser.goto('/batches');
    await page().getByText('0 of 2,300').waitFor();
    await expectSoon(() => page().getByRole('link', { name: 'Many' }).count()).toBe(1);
  });

  it('continues after the tab was closed, reports a complete upload, and begins another one again', async () => {
    const local = tomorrow();
    const begin = async () => {
      await driver.browser.goto('/batches/new');
      await choose('Closed.csv', rowsOf(1_200, 10_000));
      await page().getByLabel('Not before').fill(local);
      await validated();
    };
    await begin();
    const answered = page().waitForResponse((answer) => answer.request().method() === 'POST');
    await page().route('**/console/api/batches', async (route) => {
      await (route.request().postData()?.includes('(2 of 2)') ? route.abort() : route.continue());
    });
    await button('Start 1,200 calls').click();
    await answered;
    await page().getByText('It stopped: 1,000 calls are queued so far.').waitFor();
    await page().unroute('**/console/api/batches');
    page().once('dialog', (dialog) => void dialog.accept());
    await begin();
    await page()
      .getByText(/^Already uploaded at \d\d:\d\d$/)
      .waitFor();
    await expectSoon(async () => [await figure('uploaded'), await figure('callable')]).toEqual([
      '1,000',
      '200',
    ]);
    expect(await driver.browser.faults()).toEqual([]);
    await button('Go on').click();
    await page().getByText('200 calls are queued.').waitFor();
    await begin();
    await page()
      .getByText(/^Already uploaded at/)
      .waitFor();
    await expectSoon(() => button('Go on').count()).toBe(0);
    const { data } = await driver.service.api(driver.account).get('/calls?phone_number=%2B919700010000');
    expect(data).toHaveLength(1);
    await button('Upload again').click();
    await page().getByText('Nobody of them can be called.').waitFor();
    await expectSoon(() => figure('skipped')).toBe('1,200');
    await page().getByText('and 1,100 more, all of them in the download').waitFor();
  });

  it('calls unreached contacts of a batch again', async () => {
    const agent_id = (await driver.service.api(driver.account).get('/agents')).data[0]?.id;
    const calls = ['0001', '0002', '0003'].map((ending) => ({
      phone_number: number(ending),
      contact: { name: ending },
      variables: { course: 'B.Com' },
    }));
    const body = { agent_id, name: 'June', test: true, calls };
    const { id } = (await driver.service.api(driver.account).post('/batches', body)) as { id: string };
    await eventually(async () => {
      expect((await driver.service.api(driver.account).get(`/batches/${id}`)).finished).toBe(3);
    });
    await driver.browser.goto(`/batches/${id}`);
    await page().getByRole('link', { name: 'Call again' }).click();
    await driver.browser.shows('batch-new');
    await validated(false);
    await expectSoon(() => page().getByLabel('Batch name').inputValue()).toBe('June, again');
    await expectSoon(async () => [await figure('rows'), await figure('callable')]).toEqual(['2', '2']);
    await button('Start 2 calls').click();
    await page().getByText('2 calls are queued.').waitFor();
    await page().getByRole('link', { name: 'Open the batch' }).click();
    await page().getByRole('heading', { name: 'June, again' }).waitFor();
  });

  it('shows an error of the service in its place, and preserves the choices', async () => {
    await driver.browser.goto('/batches/new');
    await choose('Error.csv', `Phone\n${number()}`);
    await use('Phone').waitFor();
    await page().route('**/console/api/estimate*', (route) => route.abort());
    await button('Validate').click();
    await page().getByText('No connection to the service. Try again.').waitFor();
    await page().unroute('**/console/api/estimate*');
    await page().getByLabel('Not before').fill('2100-01-01T00:00');
    await button('Validate').click();
    await page().getByText('must be at most 30 days ahead').waitFor();
    await page().getByLabel('Not before').and(page().locator('[aria-invalid="true"]')).waitFor();
    await expectSoon(() => page().getByLabel('Batch name').inputValue()).toBe('Error');
    await page().getByLabel('Not before').fill('');
    await validated();
  });
});
