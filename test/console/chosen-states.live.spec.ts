import type { Locator } from 'playwright-core';
import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';

/** How an element is drawn. */
const lookOf = (element: Locator): Promise<string> =>
  element.evaluate((drawn: any) => {
    const { outlineStyle, outlineWidth, backgroundColor, color } =
      drawn.ownerDocument.defaultView.getComputedStyle(drawn);
    return [outlineStyle, outlineWidth, backgroundColor, color].join(' ');
  });

describeWithBrowser('What is chosen', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button } = driver;
  let agentId: string;

  beforeAll(async () => {
    agentId = await makeAgent(driver.service, driver.account, { name: 'Asha' });
  });

  it('has a ring in the list of a combobox, as the focus has', async () => {
    await driver.browser.goto('/calls');
    await page().getByLabel('Agent').focus();
    await page().keyboard.press('ArrowDown');
    const chosen = page().getByRole('listbox').getByRole('option', { selected: true });
    await chosen.waitFor();
    expect(await lookOf(chosen)).toMatch(/^solid 2px /u);
    await page().keyboard.press('Escape');
  });

  it('differs from the rest in forced colors', async () => {
    await page().emulateMedia({ forcedColors: 'active' });
    await driver.browser.goto('');
    const links = page().getByRole('navigation', { name: 'Main' });
    const [shown, other] = ['Home', 'Calls'].map((name) => links.getByRole('link', { name, exact: true }));
    expect(await lookOf(shown!)).not.toBe(await lookOf(other!));
    expect(await lookOf(button('Today'))).not.toBe(await lookOf(button('Yesterday')));
    await driver.browser.goto(`/agents/${agentId}`);
    const [tab, next] = ['Type', 'Talk'].map((name) => page().getByRole('tab', { name, exact: true }));
    expect(await lookOf(tab!)).not.toBe(await lookOf(next!));
    await page().emulateMedia({ forcedColors: 'none' });
  });
});
