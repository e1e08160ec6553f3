import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';

/** Runs in the browser: the labels of the fields that are shown. */
const LABELS = `[...document.querySelectorAll('input, select, textarea')]
  .filter((field) => field.checkVisibility() && field.labels.length > 0)
  .map((field) => field.labels[0].textContent.trim())`;

describeWithBrowser('Fields of the console', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, dialog } = driver;
  let agentId: string;

  beforeAll(async () => {
    agentId = await makeAgent(driver.service, driver.account, { system_prompt: 'Ask about {{course}}.' });
  });

  /** Labels that something else has, too. */
  const shared = async (): Promise<string[]> => {
    const labels = await page().evaluate<string[]>(LABELS);
    const counts = await Promise.all(
      labels.map((label) => page().getByLabel(label, { exact: true }).count()),
    );
    return labels.filter((label, at) => counts[at] !== labels.filter((other) => other === label).length);
  };

  it.each([
    ['/'],
    ['/calls?status=busy&from=2026-01-01&outcome=Interested&test=only'],
    ['/do-not-call'],
    ['/agents/new'],
    ['/tools/new'],
    ['/phone-numbers'],
    ['/webhook'],
    ['/settings'],
    ['/settings/audit-log'],
    ['/profile'],
  ])('labels each field of %s uniquely', async (path) => {
    await driver.browser.goto(`${path}${path.includes('?') ? `&agent=${agentId}` : ''}`);
    expect(await shared()).toEqual([]);
  });

  it('labels each field of a dialog and of an open list uniquely', async () => {
    await driver.browser.goto('/keys');
    await button('Create key').click();
    await dialog('Create key').getByLabel('Name').waitFor();
    expect(await shared()).toEqual([]);
    await driver.browser.goto('/calls');
    await page().getByLabel('Agent', { exact: true }).click();
    await page().getByRole('listbox', { name: 'Matches' }).waitFor();
    expect(await shared()).toEqual([]);
    await driver.isWellMade();
  });

  it('shows a chip as a button with the name of its filter', async () => {
    await driver.browser.goto('/calls?status=busy');
    await button('Remove Status: Busy').click();
    await page().getByLabel('Status', { exact: true }).and(page().locator('select')).waitFor();
    expect(new URL(page().url()).search).toBe('');
  });
});
