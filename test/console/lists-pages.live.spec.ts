import { DoNotCallList } from '../../src/accounts';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Do not call and Credits', () => {
  const driver = new ConsoleDriver({ account: { credits: '1234.5' }, as: 'STAFF' });
  const { page, button, row } = driver;
  let staff: Readonly<Record<string, string>>;

  beforeAll(async () => {
    staff = (await driver.tests.person(driver.account.id, ['STAFF'])).headers;
  });

  it('adds, finds and removes numbers of the do-not-call list by keyboard', async () => {
    await page().getByRole('link', { name: 'Do not call' }).click();
    await driver.browser.shows('do-not-call');
    await page().getByText('No numbers yet.').waitFor();
    await button('Add a number').focus();
    await page().keyboard.press('Enter');
    const dialog = page().getByRole('dialog', { name: 'Add a number' });
    const field = dialog.getByLabel('Phone number');
    await field.and(page().locator(':focus')).waitFor();
    await page().keyboard.press('Enter');
    await dialog.getByText('Phone number must be filled in.').waitFor();
    await page().keyboard.type('12');
    await page().keyboard.press('Enter');
    await field.and(page().locator('[aria-invalid="true"]')).waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    const mine = number();
    await field.fill(mine);
    await page().keyboard.press('Enter');
    await row(mine).getByText('Added in the console.').waitFor();
    const list = driver.service.app.get(DoNotCallList, { strict: false });
    const other = number();
    const { id } = await new CallTests(
      driver.service,
      driver.account,
      await makeAgent(driver.service, driver.account),
    ).queue({
      test: true,
    });
    await list.add(driver.account.id, other, HOSTILE, id);
    await driver.browser.goto('/do-not-call');
    await row(other).getByText('<img src=x').waitFor();
    await expectSoon(() => row(other).getByRole('link', { name: 'Call' }).getAttribute('href')).toBe(
      `/console/calls/${id}`,
    );
    expect(await driver.browser.faults()).toEqual([]);
    await page().getByLabel('Find a number').fill(mine.slice(1));
    await page().keyboard.press('Enter');
    await row(other).waitFor({ state: 'hidden' });
    await row(mine).getByRole('button', { name: 'Remove' }).click();
    const question = page().getByRole('alertdialog', { name: `Remove ${mine}?` });
    await question.getByRole('button', { name: 'Cancel' }).and(page().locator(':focus')).waitFor();
    await question.getByRole('button', { name: 'Remove' }).click();
    await page().getByText('Check that it begins with its country code').waitFor();
    await page().getByLabel('Find a number').fill(mine);
    await page().keyboard.press('Enter');
    await page().getByText('This number is not on the list.', { exact: true }).waitFor();
    await button('Clear').click();
    await row(other).waitFor();
  });

  it('takes a number without the invisible marks that chats and address books copy with it', async () => {
    const copied = number();
    await driver.browser.goto('/do-not-call');
    await button('Add a number').click();
    const field = page().getByRole('dialog', { name: 'Add a number' }).getByLabel('Phone number');
    await field.and(page().locator(':focus')).waitFor();
    await page().keyboard.insertText(`\u202a${copied}\u202c`);
    await expectSoon(() => field.inputValue()).toBe(copied);
    await page().keyboard.press('Enter');
    await row(copied).waitFor();
    await page().getByLabel('Find a number').focus();
    await page().keyboard.insertText(`\u2066${copied}\u2069`);
    await page().keyboard.press('Enter');
    await button('Clear').waitFor();
    await row(copied).waitFor();
  });

  it('finds one number of the do-not-call list, or a page of them', async () => {
    const list = driver.service.app.get(DoNotCallList, { strict: false });
    const numbers = [number(), number()];
    for (const one of numbers) await list.add(driver.account.id, one, 'test');
    const ask = async (query: string) =>
      (await driver.tests.http(staff).get(`/do-not-call${query}`).expect(200)).body;
    const found = await ask(`?phone_number=${encodeURIComponent(numbers[0] ?? '')}`);
    expect(found).toMatchObject({ data: [{ phone_number: numbers[0] }], has_more: false });
    expect((await ask('?phone_number=abc')).data).toEqual([]);
    const first = await ask('?limit=1');
    expect(first).toMatchObject({ data: [{ phone_number: numbers[1] }], has_more: true });
    const next = await ask(`?limit=1&starting_after=${encodeURIComponent(numbers[1] ?? '')}`);
    expect(next.data[0].phone_number).toBe(numbers[0]);
    await driver.tests.http(staff).get('/do-not-call?phone_number=').expect(400);
    await driver.tests.http(staff).get('/do-not-call?starting_after=abc').expect(400);
  });

  it('shows the balance, the rates and the reason of each entry of the ledger', async () => {
    const calls = new CallTests(
      driver.service,
      driver.account,
      await makeAgent(driver.service, driver.account, { name: 'Ravi' }),
    );
    const { id } = await calls.queue({ phone_number: number('0001') });
    await calls.final(id);
    await page().getByRole('link', { name: 'Credits', exact: true }).click();
    await driver.browser.shows('credits');
    const { available, balance } = await driver.service.api(driver.account).get('/credits');
    const value = (name: string) => page().getByTestId(`credits-${name}`).getAttribute('data-value');
    await expectSoon(async () => [await value('balance'), await value('available')]).toEqual([
      String(balance),
      String(available),
    ]);
    const { data } = await driver.service.api(driver.account).get('/credits/transactions');
    const charge = data.find(({ call_id }) => call_id === id);
    await expectSoon(() =>
      row(charge?.id ?? '')
        .getByRole('cell')
        .allInnerTexts(),
    ).toEqual([
      expect.stringMatching(/\d{4}, \d\d:\d\d/),
      expect.stringContaining('Call'),
      String(charge?.amount),
      (charge?.balance_after ?? 0).toLocaleString('en-US'),
    ]);
    await page().getByText('Top-up').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await row(charge?.id ?? '')
      .getByRole('link', { name: 'Call' })
      .click();
    await driver.browser.shows('call');
  });
});
