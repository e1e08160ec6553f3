import { localDay } from '../../src/platform/kernel/zoned-time';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

/** Runs in the browser: chosen words that their box cuts; its arrow takes 20 px. */
const CUT_CHOICES = `[...document.querySelectorAll('select')].filter((select) => {
  const style = getComputedStyle(select);
  const context = document.createElement('canvas').getContext('2d');
  context.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
  return context.measureText(select.selectedOptions[0].text).width > room;
}).map((select) => select.selectedOptions[0].text)`;

describeWithBrowser('Home: figures', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN', environment: { SIMULATOR_SPEED: 'max' } });
  const { page, button, isWellMade } = driver;
  const region = (name: string) => page().getByRole('region', { name, exact: true });

  it('leads from "Try a call" to a test call by its ending, which no figure counts', async () => {
    await makeAgent(driver.service, driver.account, { name: 'Asha' });
    await driver.browser.goto('');
    await page().getByRole('link', { name: 'Try a call' }).click();
    const dialog = driver.dialog('New call');
    await expectSoon(() => dialog.getByLabel('Phone number').inputValue()).toMatch(/^\+\d+0001$/);
    await page().keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page().reload();
    await driver.browser.shows('calls');
    await expectSoon(() => dialog.count()).toBe(0);
    await driver.browser.goto('');
    await page().getByRole('link', { name: 'Try a call' }).click();
    await dialog.getByLabel('The contact').selectOption({ label: 'has a voicemail' });
    expect(await dialog.getByLabel('Test call').isChecked()).toBe(true);
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Rohan');
    await expectSoon(() => dialog.getByLabel('Phone number').inputValue()).toMatch(/^\+\d+0005$/);
    await isWellMade();
    await button('New call', dialog).click();
    await dialog.getByRole('link', { name: 'Open the call' }).click();
    await page().locator('[data-testid="call-status"][data-status="completed"]').waitFor();
    driver.service.clock.advance(5_001);
    await driver.browser.goto('');
    await page().getByTestId('test-calls').getByText('1 test call, not counted').waitFor();
    expect(await page().getByTestId('tile-connected').getAttribute('data-value')).toBe('0');
  });

  it('links the calls that a tile counts, by their end', async () => {
    const { service, account } = driver;
    const { id } = await service.api(account).post('/calls', { phone_number: number('0001') });
    await new CallTests(service, account, '').final(id);
    await service.unitOfWork.affected(
      `UPDATE calls SET created_at = created_at - interval '2 days' WHERE id = $1`,
      [id],
    );
    service.clock.advance(5_001);
    await driver.browser.goto('');
    await page().getByTestId('tile-connected').and(page().locator('[data-value="1"]')).click();
    await driver.browser.shows('calls');
    await driver.row(id).waitFor();
    await page().getByRole('columnheader', { name: 'Ended' }).waitFor();
    await isWellMade();
    await button('Remove Days: Ended').click();
    await driver.row(id).waitFor({ state: 'detached' });
    await service.unitOfWork.affected(
      `UPDATE calls SET ended_at = ended_at - interval '100 days' WHERE id = $1`,
      [id],
    );
  });

  it('compares usual periods with the previous ones, by agent and by outcome', async () => {
    const calls = new CallTests(driver.service, driver.account, '');
    for (const ending of ['0001', '0002']) {
      const { id } = await driver.service
        .api(driver.account)
        .post('/calls', { phone_number: number(ending) });
      await calls.final(id);
    }
    driver.service.clock.advance(5_001);
    await driver.browser.goto('');
    await page().getByTestId('tile-connected').getByText('+1 · 0 before').waitFor();
    await region('By agent').getByRole('row').filter({ hasText: 'Asha' }).getByText('50 %').waitFor();
    await region('Outcomes').getByText('credits').waitFor();
    await region('Connect rate by hour').getByRole('button', { name: 'As a table' }).click();
    await region('Connect rate by hour').getByRole('row').filter({ hasText: '50' }).first().waitFor();
    await isWellMade();
    await button('30 days').click();
    await page().waitForURL(/from=\d{4}-\d{2}-\d{2}/u);
    await page().locator('button[aria-pressed="true"]', { hasText: '30 days' }).waitFor();
    await button('Yesterday').click();
    await page().getByTestId('tile-connected').and(page().locator('[data-value="0"]')).waitFor();
    const day = (ago: number) =>
      localDay(new Date(driver.service.clock.nowMs() - ago * 86_400_000), 'Asia/Kolkata');
    await page().getByLabel('From', { exact: true }).fill(day(40));
    await page().getByLabel('To', { exact: true }).fill(day(0));
    await page().waitForURL(new RegExp(`from=${day(40)}`, 'u'));
    await page().getByTestId('tile-connected').and(page().locator('[data-value="1"]')).waitFor();
    await isWellMade();
  });

  it('stores a view of Calls for the login, behind one button of filters on phones', async () => {
    await driver.browser.goto('/calls?status=busy&test=none');
    await button('Save view').click();
    const dialog = driver.dialog('Save view');
    await dialog.getByLabel('Name').fill('Busy ones');
    await button('Save view', dialog).click();
    await dialog.waitFor({ state: 'hidden' });
    await button('Busy ones').and(page().locator(':focus')).waitFor();
    await expectSoon(() => page().evaluate(CUT_CHOICES)).toEqual([]);
    await driver.browser.goto('/calls');
    await isWellMade();
    await button('Busy ones').click();
    await page().waitForURL(/status=busy/u);
    await page().setViewportSize({ width: 390, height: 844 });
    const place = () => button('Filters (2)').boundingBox();
    const before = await place();
    await button('Filters (2)').click();
    await page().getByLabel('Direction').waitFor();
    expect(await place()).toEqual(before);
    await page().setViewportSize({ width: 1_280, height: 860 });
    await button('Delete view').click();
    await button(
      'Delete view',
      driver.question().filter({ hasText: 'Delete 1 view: \u2068Busy ones\u2069?' }),
    ).click();
    await button('Busy ones').waitFor({ state: 'hidden' });
    await button('Save view').and(page().locator(':focus')).waitFor();
  });

  it('links only those first steps that the role may open', async () => {
    await driver.browser.enter(await driver.tests.person(driver.account.id, ['STAFF']));
    await driver.browser.goto('');
    const steps = page().getByRole('region', { name: 'Get started' });
    await steps.getByText('Invite your team (by an admin)').waitFor();
    expect(await steps.getByRole('link').allInnerTexts()).toEqual(['Try a call', 'Upload contacts']);
    await isWellMade();
  });
});
