import { readFile } from 'node:fs/promises';
import { DoNotCallList } from '../../src/accounts';
import { excelRows, workbook } from '../../web/src/lib/upload/workbook.testing';
import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { UploadPage } from '../harness/upload-page';

describeWithBrowser('Upload', () => {
  const driver = new ConsoleDriver({
    account: { lines: 50, countries: ['IN'], credits: '100000' },
    as: 'STAFF',
  });
  const { page, button } = driver;

  const { figure, choose, tomorrow, batches, use, validated } = new UploadPage(driver);

  it('shows a hint when there is no agent yet', async () => {
    await driver.browser.goto('/batches/new');
    await page().getByText('There is no agent yet.').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await makeAgent(driver.service, driver.account, {
      name: HOSTILE.slice(0, 60),
      system_prompt: 'Ask about {{course}}.',
    });
  });

  it('opens from the batches by keyboard, and rejects unreadable files', async () => {
    await driver.browser.goto('/batches');
    await page().getByRole('link', { name: 'Upload contacts' }).focus();
    await page().keyboard.press('Enter');
    await driver.browser.shows('batch-new');
    await page().locator('h1:focus').waitFor();
    await choose('leads.xls', 'x');
    await page().getByRole('alert').getByText('Save it as CSV or XLSX first.').waitFor();
    await choose('leads.csv', Buffer.from([0x4e, 0xe9, 0x0a]));
    await page().getByText('This file is not UTF-8: save it as CSV UTF-8 or XLSX.').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await choose('leads.csv', '1\n'.repeat(10_005));
    await page().getByText('The file has 10,005 rows: at most 10,000.').waitFor();
  });

  describe('a file of contacts', () => {
    const [first, second, listed, waits] = [number(), number(), number(), number()];
    const sent: string[] = [];

    it('guesses the columns', async () => {
      await driver.service.app.get(DoNotCallList, { strict: false }).add(driver.account.id, listed, 'test');
      const at = new Date(driver.service.clock.nowMs() + 86_400_000).toISOString();
      await driver.service.api(driver.account).post('/calls', { phone_number: waits, scheduled_for: at });
      const lines = [
        'Mobile No.,Student Name,course,City,Note',
        `${first.slice(3)},${HOSTILE.replaceAll('"', '')},B.Com,Pune,=secret()`,
        `0091 ${second.slice(3)},Priya,,,`,
        `${first},Rohan again,,,`,
        `${listed},Listed,,,`,
        `${waits},Waits,,,`,
        ',Nobody,,,',
        '12345,Short,,,',
        '9.1E+11,Shortened,,,',
      ];
      await choose('June leads.csv', lines.join('\r\n'));
      await use('Mobile No.').waitFor();
      await expectSoon(() => use('Mobile No.').inputValue()).toBe('phone_number');
      await expectSoon(() => use('Student Name').inputValue()).toBe('name');
      await expectSoon(() => use('course').inputValue()).toBe('variable:course');
      await expectSoon(() => use('City').inputValue()).toBe('metadata');
      await expectSoon(() => page().getByLabel('Batch name').inputValue()).toBe('June leads');
      await expectSoon(() => page().getByLabel('First row has names').isChecked()).toBe(true);
      await expectSoon(() =>
        page().getByRole('combobox', { name: 'Country of numbers without +' }).inputValue(),
      ).toBe('India (+91)');
      await use('Note').selectOption('Skip column');
      expect(await driver.browser.faults()).toEqual([]);
    });

    it('validates by a dry run, with the reasons of the skipped rows', async () => {
      page().on('request', (request) => sent.push(request.postData() ?? ''));
      await page().getByLabel('Not before').fill(tomorrow());
      await validated();
      const counts = ['rows', 'callable', 'skipped'];
      await expectSoon(() => Promise.all(counts.map(figure))).toEqual(['8', '2', '6']);
      await expectSoon(() => figure('credits')).toMatch(/^[1-9]\d*$/u);
      const credits = page().getByTestId('figure-credits').locator('[title]');
      expect(Number(await credits.getAttribute('title'))).toBeGreaterThan(0);
      await page().getByTestId('figure-finish').locator('time[datetime]').waitFor();
      await page().getByTestId('waits').getByText('2 calls: scheduled for later, until').waitFor();
      const skipped = page().getByRole('table', { name: 'Skipped rows' });
      const cells = async (row: number) =>
        (await skipped.locator(`tr[data-id="${row}"] td`).allInnerTexts()).slice(1);
      await expectSoon(() => cells(4)).toEqual([first, 'twice in the file']);
      await expectSoon(() => cells(5)).toEqual([listed, 'on the do-not-call list']);
      await expectSoon(() => cells(6)).toEqual([waits, 'waits already']);
      await expectSoon(() => cells(7)).toEqual(['', 'has no phone number']);
      await expectSoon(() => cells(8)).toEqual(['12345', expect.stringContaining('Phone number ')]);
      await expectSoon(() => cells(9)).toEqual(['9.1E+11', expect.stringContaining('shortened')]);
      expect(await driver.browser.faults()).toEqual([]);
      expect(await batches()).toEqual([]);
    });

    it('offers the skipped rows as a file', async () => {
      const [download] = await Promise.all([
        page().waitForEvent('download'),
        button('Download these rows').click(),
      ]);
      expect(download.suggestedFilename()).toBe('skipped-rows.csv');
      const file = await readFile(await download.path(), 'utf8');
      expect(file.split('\r\n').slice(0, 2)).toEqual([
        '\uFEFFMobile No.,Student Name,course,City,Note,row,reason',
        `${first},Rohan again,,,,4,twice in the file`,
      ]);
    });

    it('queues the other rows, and sends mapped columns alone', async () => {
      await button('Start 2 calls').click();
      await page().getByText('2 calls are queued.').waitFor();
      await page().getByRole('link', { name: 'Open the batch' }).click();
      await driver.browser.shows('batch');
      await page().getByRole('heading', { name: 'June leads' }).waitFor();
      const [batch] = await batches();
      const { data } = await driver.service.api(driver.account).get(`/calls?batch_id=${batch?.id}`);
      expect(data.map(({ phone_number }) => phone_number).sort()).toEqual([first, second].sort());
      const call = data.find(({ phone_number }) => phone_number === first);
      expect(call).toMatchObject({ variables: { course: 'B.Com' }, metadata: { City: 'Pune' } });
      // Only what is mapped leaves the driver.browser.
      expect(sent.join('')).not.toContain('secret()');
    });
  });

  it('accepts pasted rows, and requires one column with the number', async () => {
    await driver.browser.goto('/batches/new');
    await button('Paste rows').click();
    await page().getByLabel('Paste rows').fill(`Rohan\t${number()}\nPriya\t${number()}`);
    await button('Use these rows').click();
    await use('Column B').waitFor();
    await expectSoon(() => use('Column B').inputValue()).toBe('phone_number');
    await use('Column B').selectOption('Save as metadata');
    await page().getByRole('alert').getByText('Choose the column with the phone number.').waitFor();
    await expectSoon(() => button('Validate').isDisabled()).toBe(true);
    await use('Column A').selectOption('Phone number');
    await use('Column B').selectOption('Phone number');
    await page().getByText('Two columns are "Phone number": choose one.').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await use('Column A').selectOption('Name');
    await page().getByLabel('Batch name').fill('x'.repeat(121));
    await button('Validate').click();
    await page().getByLabel('Batch name').and(page().locator('[aria-invalid="true"]')).waitFor();
    await page().getByLabel('Batch name').fill('Pasted');
    await page().getByLabel('Test run (simulated, free)').check();
    await validated();
    await expectSoon(async () => [await figure('callable'), await figure('credits')]).toEqual(['2', '0']);
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    const question = page().getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await button('Start 2 calls').dblclick();
    await page().getByText('2 calls are queued.').waitFor();
    expect((await batches()).filter(({ name }) => name === 'Pasted')).toHaveLength(1);
  });

  it('reads the chosen sheet of a workbook', async () => {
    await driver.browser.goto('/batches/new');
    const { rows, strings } = excelRows([
      ['Phone', 'Name'],
      [919876501234, 'Rohan'],
    ]);
    const sheets = { Notes: '<row r="1"><c r="A1"><v>1</v></c></row>', 'June &amp; July': rows };
    await choose('leads.xlsx', workbook({ sheets, strings }));
    await page().getByLabel('Sheet').selectOption('June & July');
    await use('Phone').waitFor();
    await page().getByText('919876501234').waitFor();
  });
});
