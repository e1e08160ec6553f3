import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { UploadPage } from '../harness/upload-page';

/** What changes while contacts are uploaded: the service is slow, calls end, or a field is wrong. */
describeWithBrowser('Upload: changes', () => {
  const driver = new ConsoleDriver({
    account: { lines: 50, countries: ['IN'], credits: '100000' },
    as: 'STAFF',
  });
  const { page, button, dialog, question } = driver;
  const { figure, choose, use, validated } = new UploadPage(driver);
  let agent_id: string;

  beforeAll(async () => {
    agent_id = await makeAgent(driver.service, driver.account, { system_prompt: 'Ask about {{course}}.' });
  });

  const queue = async (body: object) =>
    ((await driver.service.api(driver.account).post('/batches', { agent_id, ...body })) as { id: string }).id;
  const focused = (label: string) => page().getByLabel(label).and(page().locator(':focus'));

  it('validates again once the variables of a slow agent are loaded', async () => {
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page().route('**/console/v1/agents/*', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await driver.browser.goto('/batches/new');
    await choose('Slow.csv', `Phone,course\n${number()},B.Com`);
    await expectSoon(() => use('course').inputValue()).toBe('metadata');
    await validated();
    answer();
    await expectSoon(() => use('course').inputValue()).toBe('variable:course');
    await page().unroute('**/console/v1/agents/*');
    await expectSoon(() => button('Start 1 call').count()).toBe(0);
    await validated();
    await button('Start 1 call').click();
    await page().getByText('1 call is queued.').waitFor();
    const { data } = await driver.service.api(driver.account).get('/calls?limit=1');
    expect(data[0]).toMatchObject({ variables: { course: 'B.Com' }, metadata: {} });
  });

  it('calls unreached contacts again, and confirms before changes are lost', async () => {
    const name = `June ${'w'.repeat(115)}`;
    const id = await queue({ name, test: true, calls: [{ phone_number: number('0002') }] });
    await driver.browser.goto(`/batches/${id}`);
    await page().getByRole('link', { name: 'Call again' }).click();
    await validated(false);
    await expectSoon(() => page().getByLabel('Batch name').inputValue()).toBe(`${name.slice(0, 113)}, again`);
    await page().getByLabel('Batch name').fill('Once more');
    await page().getByRole('link', { name: 'Batches', exact: true }).click();
    await button('Stay', question()).click();
    await page().getByRole('link', { name: 'Batches', exact: true }).click();
    await button('Leave', question()).click();
    await driver.browser.shows('batches');
  });

  it('leads back where there is no such batch to call again', async () => {
    await driver.browser.goto('/batches/new?again=batch_01m8rdkdwhw2c2jhqvwa58n4rv', 'error');
    await page().getByRole('alert').getByText('There is no such batch.', { exact: true }).waitFor();
    await page().getByRole('link', { name: 'All batches' }).click();
    await driver.browser.shows('batches');
  });

  it('reads the calls of a batch again at each opening', async () => {
    const calls = [number('0002'), number('0002')].map((phone_number) => ({ phone_number }));
    const id = await queue({ name: 'Twice', test: true, calls });
    await driver.browser.goto(`/batches/${id}`);
    await page().locator('[data-testid="count-busy"][data-value="2"]').waitFor();
    const ends = (status: string) =>
      driver.service.unitOfWork.affected('UPDATE calls SET status = $2 WHERE phone_number = $1', [
        calls[0]?.phone_number,
        status,
      ]);
    await ends('canceled');
    await page().getByRole('link', { name: 'Call again' }).click();
    await validated(false);
    await expectSoon(() => figure('rows')).toBe('1');
    await page().goBack();
    await driver.browser.shows('batch');
    await ends('busy');
    await page().getByRole('link', { name: 'Call again' }).click();
    await validated(false);
    await expectSoon(() => figure('rows')).toBe('2');
  });

  it('focuses the wrong field', async () => {
    await driver.browser.goto('/batches/new');
    await choose('Wrong.csv', `Phone\n${number()}`);
    await use('Phone').waitFor();
    await page().getByLabel('Batch name').fill('x'.repeat(121));
    await button('Validate').click();
    await focused('Batch name').waitFor();
    await page().getByLabel('Batch name').fill('Right');
    await page().getByLabel('Try again').selectOption('Up to 2 attempts');
    await page().getByLabel('Minutes between attempts').fill('soon');
    await button('Validate').click();
    await focused('Minutes between attempts').waitFor();
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    await button('Leave', question()).click();
    await driver.browser.shows('calls');
  });

  it('shows wrong waits and too long variables of a new call', async () => {
    await driver.browser.goto('/calls');
    await button('New call').click();
    const form = dialog('New call');
    await form.getByLabel('Phone number').fill(number());
    await form.getByLabel('Try again').selectOption('Up to 2 attempts');
    await form.getByLabel('Minutes between attempts').fill('soon');
    await button('New call', form).click();
    await focused('Minutes between attempts').waitFor();
    await form.getByLabel('Minutes between attempts').fill('');
    await form.getByLabel('course').fill('w'.repeat(9_000));
    await button('New call', form).click();
    await form.getByText(/^Variables must have at most 8192 bytes as JSON/u).waitFor();
    await focused('course').waitFor();
    await driver.isWellMade();
    await button('Cancel', form).click();
  });
});
