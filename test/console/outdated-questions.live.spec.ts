import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';

describeWithBrowser('The confirmation before changes are lost', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, dialog, question } = driver;

  beforeAll(() => makeAgent(driver.service, driver.account, { name: 'Asha' }));

  /** Presses Escape while the request for `path` is under way, which ends when the question is open. */
  const askedDuring = async (path: string, send: () => Promise<void>) => {
    let goOn: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (goOn = resolve));
    await page().route(path, async (route) => {
      if (route.request().method() !== 'GET') await isAsked;
      await route.continue();
    });
    const sent = page().waitForRequest((request) => request.method() !== 'GET');
    await send();
    await sent;
    await page().keyboard.press('Escape');
    await question().getByText('What you changed here is not saved.').waitFor();
    goOn();
    await question().waitFor({ state: 'detached' });
    await page().unroute(path);
  };

  it('ends when they are saved meanwhile, with the focus on the page', async () => {
    await driver.browser.goto('/do-not-call');
    await button('Add a number').click();
    await dialog('Add a number').getByLabel('Phone number').fill('+919876511003');
    await askedDuring('**/console/v1/do-not-call/*', () =>
      button('Add a number', dialog('Add a number')).click(),
    );
    await dialog('Add a number').waitFor({ state: 'detached' });
    await button('Add a number').and(page().locator(':focus')).waitFor();
  });

  it('gives way to the result of the dialog', async () => {
    await driver.browser.goto('/calls');
    await button('New call').click();
    await dialog('New call').getByLabel('Phone number').fill('+919876511004');
    await askedDuring('**/console/v1/calls', () => button('New call', dialog('New call')).click());
    await dialog('New call').getByRole('link', { name: 'Open the call' }).waitFor();
    await page().waitForTimeout(300);
    await dialog('New call').locator(':focus').waitFor();
    await driver.isWellMade();
  });
});
