import { DoNotCallList } from '../../src/accounts';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';

describeWithBrowser('The focus after a control is removed', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, row, question } = driver;

  const headingHasFocus = () =>
    page().getByRole('heading', { level: 1 }).and(page().locator(':focus')).waitFor();
  const confirms = async (action: string) => {
    await button(action, question()).press('Enter');
    await question().waitFor({ state: 'hidden' });
  };

  it('moves the focus to the heading when a dialog removes its row', async () => {
    const list = driver.service.app.get(DoNotCallList, { strict: false });
    const [first, second] = [number(), number()];
    await list.add(driver.account.id, first, 'Asked for it.', null);
    await list.add(driver.account.id, second, 'Asked for it.', null);
    await driver.browser.goto('/do-not-call');
    await button('Remove', row(first)).press('Enter');
    await confirms('Remove');
    await row(first).waitFor({ state: 'hidden' });
    await headingHasFocus();
    // A dialog that removes nothing returns it.
    await button('Remove', row(second)).press('Enter');
    await page().keyboard.press('Escape');
    await button('Remove', row(second)).and(page().locator(':focus')).waitFor();
  });

  it('moves the focus within the row when its button is replaced', async () => {
    const { id } = await driver.tests.member(driver.account.id, ['STAFF']);
    await driver.browser.goto('/settings/members');
    await button('Remove', row(id)).press('Enter');
    await confirms('Remove');
    await button('Reactivate', row(id)).waitFor();
    await headingHasFocus();
  });

  it('moves the focus when a button disappears without a dialog', async () => {
    await makeAgent(driver.service, driver.account, { name: 'First' });
    const agentId = await makeAgent(driver.service, driver.account, { name: 'Second' });
    await driver.browser.goto('/agents');
    await button('Make default', row(agentId)).press('Enter');
    await button('Make default', row(agentId)).waitFor({ state: 'hidden' });
    await headingHasFocus();
  });

  it('moves the focus when a button disappears by what the page loads by itself', async () => {
    const agentId = await makeAgent(driver.service, driver.account);
    const calls = new CallTests(driver.service, driver.account, agentId);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await calls.queue({ phone_number: number(), scheduled_for: later });
    await driver.browser.goto(`/calls/${id}`);
    await button('Cancel call').focus();
    await driver.service.http(driver.account).post(`/calls/${id}/cancel`).expect(200);
    await button('Cancel call').waitFor({ state: 'hidden' });
    await headingHasFocus();
  });
});
