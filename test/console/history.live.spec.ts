import { describeWithBrowser } from '../harness/chromium';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver } from '../harness/console-driver';

describeWithBrowser("The browser's history of the console", () => {
  const driver = new ConsoleDriver();
  const { page } = driver;
  let email: string;

  beforeAll(async () => {
    ({ email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']));
  });

  beforeEach(async () => {
    await page().context().clearCookies();
    await driver.browser.goto('/forgot');
  });

  const signIn = async () => {
    await page().getByLabel('E-mail').fill(email);
    await page().getByLabel('Password').fill(PASSWORD);
    await page().keyboard.press('Enter');
  };

  /** Opens a page that needs a session, and signs in for it. */
  const signInFor = async (name: string) => {
    await driver.browser.goto(`/${name}`);
    await driver.browser.shows('sign-in');
    await signIn();
    await driver.browser.shows(name);
  };

  it('leads from the sign-in to the page before the one that needs it', async () => {
    await driver.browser.goto('/settings');
    await driver.browser.shows('sign-in');
    await page().goBack();
    await driver.browser.shows('forgot');
  });

  it('leads from the first page after a sign-in past the sign-in', async () => {
    await signInFor('settings');
    await page().goBack();
    await driver.browser.shows('forgot');
    await page().goForward();
    await driver.browser.shows('settings');
  });

  it('leads back to a page whose session ended while it was open', async () => {
    await signInFor('calls');
    await page().evaluate(`fetch('/console/api/sign-out', { method: 'POST' })`);
    await driver.browser.shows('sign-in');
    await signIn();
    await driver.browser.shows('calls');
    await page().goBack();
    await driver.browser.shows('forgot');
  });

  it('leads from Home past the link that signed in', async () => {
    const token = await driver.tests.link(email);
    await page().goto(`${driver.service.origin}/console/link#${token}`);
    await driver.browser.shows('link');
    await page().getByLabel('New password').fill(PASSWORD);
    await page().keyboard.press('Enter');
    await driver.browser.shows('home');
    await page().goBack();
    await driver.browser.shows('forgot');
  });
});
