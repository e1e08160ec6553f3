import { number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { HumanCallPage } from '../harness/human-call-page';
import { HumanCallTests } from '../harness/human-calls';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Human calls', () => {
  const driver = new ConsoleDriver();
  const { page, button, row, isWellMade } = driver;
  const { lines, put, legs, status, isFocused } = new HumanCallPage(driver);
  let calls: HumanCallTests;

  beforeAll(async () => {
    calls = new HumanCallTests(driver.service, driver.account);
    await driver.browser.enter(await driver.tests.person(driver.account.id, ['STAFF']));
  });

  it('starts the first human call, and shows why a counsellor cannot be called', async () => {
    await driver.browser.goto('');
    await page().getByRole('link', { name: 'Human calls', exact: true }).click();
    await driver.browser.shows('human-calls');
    await page().getByText('No calls yet.').waitFor();
    await isWellMade();
    await button('Start a call').click();
    const dialog = page().getByRole('dialog', { name: 'Start a call' });
    await dialog.getByText('There is no counsellor yet.').waitFor();
    await isWellMade();
    await page().keyboard.press('Escape');
    await calls.counsellor('1000', { name: 'Meera Nair' });
    await calls.counsellor('1000', { name: `Asha ${'w'.repeat(40)}`, mobile_number: undefined });
    await page().reload();
    await driver.browser.shows('human-calls');
    await button('Start a call').click();
    await button('Start a call', dialog).click();
    await isFocused(dialog.getByRole('combobox', { name: 'Counsellor' }));
    await dialog.getByRole('combobox', { name: 'Counsellor' }).click();
    const asha = dialog.getByRole('option', { name: /Asha/ });
    await asha.getByText('No mobile number').waitFor();
    await isWellMade();
    await asha.click();
    await dialog.getByLabel('Phone number').fill('12');
    await button('Start a call', dialog).click();
    await isFocused(dialog.getByLabel('Phone number'));
    await isWellMade();
    await dialog.getByLabel('Phone number').fill(number());
    await button('Start a call', dialog).click();
    await dialog.getByRole('alert').getByText('No mobile number').waitFor();
    await dialog.getByRole('combobox', { name: 'Counsellor' }).click();
    await dialog.getByRole('option', { name: 'Meera Nair' }).click();
    await dialog.getByLabel('Name').fill(HOSTILE);
    await dialog.getByLabel('Transcribe and analyse').check();
    await button('Start a call', dialog).click();
    await driver.browser.shows('human-call');
    await status('completed');
    await page().getByTestId('analysis').getByText('Sentiment').waitFor();
  });

  it('shows phones, recording, transcript, analysis and cost of a human call', async () => {
    await legs('ended', 'ended');
    await page().getByTestId('cost').getByText('Credits of the account').waitFor();
    const [made] = await calls.list();
    const turns = made?.analysis.transcript ?? [];
    await expectSoon(() => page().getByTestId('turn').count()).toBe(turns.length);
    const last = page().getByTestId('turn').last();
    await expectSoon(() => last.getAttribute('data-speaker')).toBe(turns.at(-1)?.speaker);
    await last.getByRole('button').click();
    await page().locator('[data-testid="turn"][aria-current="true"]').waitFor();
    await expectSoon(async () => Number(await page().getByLabel('Position').inputValue())).toBeGreaterThan(0);
    await isWellMade();
    await page().getByLabel('Label').fill('x'.repeat(65));
    await page().getByLabel('Note').fill(HOSTILE);
    await button('Save disposition').click();
    await isFocused(page().getByLabel('Label'));
    await isWellMade();
    await page().getByLabel('Label').fill(HOSTILE.slice(0, 64));
    await button('Save disposition').click();
    await page().getByText('Saved by the account').waitFor();
    await isWellMade();
    expect((await calls.read(made?.id ?? '')).disposition).toMatchObject({
      label: HOSTILE.slice(0, 64),
      note: HOSTILE,
      recorded_by: 'api',
    });
    await page().getByRole('link', { name: 'Human calls', exact: true }).click();
    const cells = row(made?.id ?? '').getByRole('cell');
    await row(made?.id ?? '').waitFor();
    await expectSoon(() => cells.allInnerTexts()).toEqual([
      expect.stringContaining(made?.phone_number ?? '?'),
      'Meera Nair',
      'Connected',
      expect.stringContaining('<img src=x'),
      expect.stringMatching(/^\d+:\d\d$/),
      expect.stringMatching(/\d{4}, \d\d:\d\d/),
    ]);
    await isWellMade();
  });

  it('follows both phones, also with late reports of a provider, and cancels a waiting call', async () => {
    await lines(0);
    const counsellor_id = await calls.counsellor('1000');
    const { id } = await calls.call({ counsellor_id, metadata: { [HOSTILE]: HOSTILE } });
    await driver.browser.goto(`/human-calls/${id}`);
    await legs('waiting', 'waiting');
    await put(id, 'ringing_counsellor', 'delayed');
    await page().getByText('reports late').waitFor();
    await legs('ringing', 'waiting');
    await isWellMade();
    await page().getByLabel('Label').fill('Typed meanwhile');
    await put(id, 'connecting');
    await legs('answered', 'ringing');
    await put(id, 'in_progress');
    await legs('answered', 'answered');
    const elapsed = page().getByText(/^Elapsed \d+:\d\d$/u);
    const first = await elapsed.innerText();
    await expectSoon(async () => (await elapsed.innerText()) === first).toBe(false);
    await button('Cancel call').waitFor({ state: 'hidden' });
    await put(id, 'ringing_counsellor');
    await button('Cancel call').click();
    const question = page().getByRole('alertdialog', { name: 'Cancel 1 call?' });
    await isFocused(button('Go back', question));
    await isWellMade();
    await button('Cancel call', question).click();
    await status('canceled');
    await expectSoon(() => page().getByLabel('Label').inputValue()).toBe('Typed meanwhile');
    await lines(10);
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    await button('Leave', page().getByRole('alertdialog', { name: 'Leave without saving?' })).click();
    await driver.browser.shows('calls');
  });

  it('shows an error for an unknown human call and for the pages of counsellors', async () => {
    await driver.browser.goto('/human-calls/hcall_none', 'error');
    await page().getByRole('alert').getByText('There is no such call.').waitFor();
    await isWellMade();
    await driver.browser.goto('/my-calls');
    await driver.browser.shows('not-allowed');
  });

  it('links the call from the ledger', async () => {
    await driver.browser.goto('/credits');
    const [charge] = (await calls.charges()).filter(({ type }) => type === 'human_call');
    await row(charge?.id ?? '')
      .getByRole('link', { name: 'Call' })
      .click();
    await driver.browser.shows('human-call');
  });
});
