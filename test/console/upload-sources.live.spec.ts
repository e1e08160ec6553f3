import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { UploadPage } from '../harness/upload-page';
import { excelRows, workbook } from '../../web/src/lib/upload/workbook.testing';

describeWithBrowser('Upload: sources', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page } = driver;
  const { choose, use } = new UploadPage(driver);
  const contacts = excelRows([
    ['Phone', 'Name'],
    [919876501234, 'Rohan'],
  ]);
  const sheet = () => page().getByLabel('Sheet');
  const shownCharacters = () => page().evaluate<number>('document.querySelector("main").innerText.length');
  const alert = () => page().getByRole('alert');

  beforeAll(() => makeAgent(driver.service, driver.account));
  beforeEach(() => driver.browser.goto('/batches/new'));

  it('offers the other sheets of a workbook whose first one is empty', async () => {
    const { rows, strings } = contacts;
    await choose('leads.xlsx', workbook({ sheets: { Cover: '', Leads: rows, Notes: '' }, strings }));
    await page().getByText('There are no rows in it.').waitFor();
    await sheet().selectOption('Leads');
    await use('Phone').waitFor();
    await page().getByText('1 row, 2 columns').waitFor();
    expect(await alert().count()).toBe(0);
    await sheet().selectOption('Notes');
    await page().getByText('There are no rows in it.').waitFor();
    expect(await sheet().inputValue()).toBe('3');
    await expectSoon(() => use('Phone').count()).toBe(0);
  });

  it('follows the arrow keys through the sheets, however fast they are', async () => {
    const { rows, strings } = contacts;
    const other = '<row r="1"><c r="A1"><v>1</v></c></row>';
    const sheets = { Cover: other, Old: other, Leads: rows };
    await choose('leads.xlsx', workbook({ sheets, strings }));
    await sheet().focus();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('ArrowDown');
    await use('Phone').waitFor();
    expect(await sheet().inputValue()).toBe('3');
    expect(await alert().count()).toBe(0);
  });

  it('shows the beginning of a very long cell', async () => {
    await choose('long.csv', `Phone,Note\n+919876540001,${'x'.repeat(400_000)}\n${'9'.repeat(200_000)},y`);
    await use('Note').waitFor();
    expect(await shownCharacters()).toBeLessThan(5_000);
    await driver.button('Validate').click();
    await page().getByRole('table', { name: 'Skipped rows' }).waitFor();
    expect(await shownCharacters()).toBeLessThan(5_000);
  });

  it('blames no file for a reader that did not arrive', async () => {
    await page().route('**/reader.worker*', (sent) => sent.abort());
    await choose('leads.csv', 'Phone\n+919876540001');
    await alert().getByText('What reads files could not be loaded').waitFor();
    await page().unroute('**/reader.worker*');
    await choose('leads.csv', 'Phone\n+919876540001');
    await page().getByText('1 row, 1 column').waitFor();
    expect(await alert().count()).toBe(0);
  });

  it('stops loading a file once it is known to be too large', async () => {
    await page().evaluate(`(() => {
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = function () {
        window.loadedBytes = this.size;
        return arrayBuffer.call(this);
      };
    })()`);
    const limit = 10 * 1_024 * 1_024;
    await choose('large.csv', 'x'.repeat(limit + 1_000));
    await alert().getByText('The file is too large: at most 10 MiB.').waitFor();
    expect(await page().evaluate<number>('window.loadedBytes')).toBe(limit + 1);
  });
});
