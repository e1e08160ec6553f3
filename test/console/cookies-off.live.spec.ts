import { describeWithBrowser } from '../harness/chromium';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver } from '../harness/console-driver';

describeWithBrowser('A browser that stores no cookies', () => {
  const driver = new ConsoleDriver();
  const { page } = driver;

  it('shows why a sign-in with the right password leads nowhere', async () => {
    const { email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']);
    const { context } = driver.browser;
    await page().route('**/console/api/sign-in', async (route) => {
      const response = await route.fetch();
      const { 'set-cookie': _, ...headers } = response.headers();
      await context.clearCookies();
      await route.fulfill({ response, headers });
    });
    await driver.browser.signIn(email, PASSWORD);
    await page().getByRole('alert').getByText('Your browser did not store the cookie').waitFor();
    expect(await page().getByLabel('E-mail').inputValue()).toBe(email);
    await driver.isWellMade();
    await page().unroute('**/console/api/sign-in');
    await driver.browser.signIn(email, PASSWORD);
    await driver.browser.shows('home');
  });
});
