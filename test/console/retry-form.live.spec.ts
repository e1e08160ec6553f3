import { changes } from '../../src/cli/account-change';
import { describeWithBrowser } from '../harness/chromium';
import { withDatabaseOf } from '../harness/commands';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Settings: Further attempts', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, isWellMade } = driver;
  const section = () => page().getByRole('region', { name: 'Further attempts' });
  const stored = async () => (await driver.tests.http(driver.person.headers).get('/settings')).body;

  it('shows attempts that the operator sets, with the command that unlocks them', async () => {
    await driver.browser.goto('/settings');
    await section().getByText('Set by the operator.').waitFor();
    await section().getByText('Never', { exact: true }).waitFor();
    await section()
      .getByText(/--unlock retry$/u)
      .waitFor();
    await isWellMade();
    await withDatabaseOf(driver.service, (ops) =>
      ops.setAccount(driver.account.id, changes({ unlock: ['retry'] })),
    );
    await page().reload();
    await button('Save', section()).waitFor();
  });

  it('saves attempts, and shows the problems of their fields', async () => {
    await section().getByLabel('Try again').selectOption('Up to 3 attempts');
    const waits = section().getByLabel('Minutes between attempts');
    await waits.fill('5, soon');
    await section().getByLabel('Voicemail').check();
    await button('Save', section()).click();
    await waits.and(page().locator('[aria-invalid="true"]:focus')).waitFor();
    await isWellMade();
    await waits.fill('5, 60');
    for (const cause of ['No answer', 'Busy', 'Voicemail']) await section().getByLabel(cause).uncheck();
    await button('Save', section()).click();
    await section().getByLabel('No answer').and(page().locator(':focus')).waitFor();
    await section().getByLabel('Busy').check();
    await button('Save', section()).click();
    await page().getByText('Saved.').waitFor();
    expect(await stored()).toMatchObject({ retry: { max_attempts: 3, on: ['busy'], wait_minutes: [5, 60] } });
    await waits.fill('');
    await button('Save', section()).click();
    await expectSoon(() => waits.inputValue()).toBe('60, 240, 1440');
    await section().getByLabel('Try again').selectOption('Never');
    await button('Save', section()).click();
    await expectSoon(async () => ((await stored()) as { retry: unknown }).retry).toBe(null);
  });
});
