import type { Locator } from 'playwright-core';
import { changes } from '../../src/cli/account-change';
import { describeWithBrowser } from '../harness/chromium';
import { withDatabaseOf } from '../harness/commands';
import { ConsoleDriver } from '../harness/console-driver';

describeWithBrowser('Settings: Listening', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, isWellMade } = driver;
  const hasFocus = (locator: Locator) => locator.and(page().locator(':focus')).waitFor();

  /** The next change of the settings needs the password, which is right. */
  const needsPassword = async () => {
    const error = { code: 'confirmation_needed', message: 'Confirm your password.' };
    await page().route(
      '**/console/api/settings',
      (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 403, json: { error } })
          : route.fallback(),
      { times: 1 },
    );
    const session = await (await page().request.get(`${driver.service.origin}/console/api/session`)).text();
    await page().route('**/console/api/confirm', (route) =>
      route.fulfill({ body: session, contentType: 'application/json' }),
    );
  };

  it('changes listening by admins after the operator unlocked it, with a confirmation of the password', async () => {
    const section = page().getByRole('region', { name: 'Listening' });
    await driver.browser.goto('/settings');
    await section.getByText('Set by the operator').waitFor();
    await section.getByText('Off', { exact: true }).waitFor();
    expect(await section.getByRole('button').count()).toBe(0);
    await isWellMade();
    await withDatabaseOf(driver.service, (ops) =>
      ops.setAccount(driver.account.id, changes({ unlock: ['listening'] })),
    );
    await page().reload();
    await section.waitFor();
    expect(await button('Save', page().getByRole('region', { name: 'Calling' })).count()).toBe(0);
    const who = section.getByLabel('Listening', { exact: true });
    await who.selectOption('Admins and staff');
    await button('Save', section).click();
    await section.getByText('needs a notice to the contacts: script, or a text that agents say').waitFor();
    await hasFocus(who);
    await isWellMade();
    await section.getByLabel('Listening notice').selectOption('Agents say a text before their opening line');
    await section.getByLabel('Text of the notice').fill('Somebody may listen.');
    await section.getByLabel('Listening human').check();
    await button('Save', section).click();
    await section.getByText('human calls need the notice script: no agent says a text there').waitFor();
    await hasFocus(section.getByLabel('Listening human'));
    await isWellMade();
    await section.getByLabel('Listening notice').selectOption('Our opening lines say it');
    await needsPassword();
    await button('Save', section).click();
    const dialog = driver.dialog('Confirm your password');
    await dialog.getByLabel('Password').fill('x');
    await button('Confirm your password', dialog).click();
    await page().getByText('Saved.').waitFor();
    const [row] = await driver.service.unitOfWork.rows(
      'SELECT listening, listening_notice, listening_human FROM accounts WHERE id = $1',
      [driver.account.id],
    );
    expect(row).toEqual({ listening: 'staff', listening_notice: 'script', listening_human: true });
  });
});
