import { Accounts } from '../../src/accounts';
import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { hangUpAll, Softphone } from '../phone/harness/softphone';

const HOST = '127.0.0.1';

describeWithBrowser('Try it with a softphone', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, question, isWellMade } = driver;

  beforeAll(async () => {
    await makeAgent(driver.service, driver.account, { name: 'Asha', opening_line: 'Hello, this is Asha.' });
    const accounts = driver.service.app.get(Accounts, { strict: false });
    await accounts.set(driver.account.id, { trialPhone: true });
  });
  afterEach(hangUpAll);

  const part = () => page().getByTestId('trial-phone');
  const inState = (state: string) =>
    part()
      .and(page().locator(`[data-state="${state}"]`))
      .waitFor();
  const shown = async (name: string) =>
    (await part().getByTestId(`trial-${name}`).first().textContent()) ?? '';

  it('sets up, registers and removes a trial phone', async () => {
    await driver.browser.goto('/phone-numbers');
    await inState('none');
    await isWellMade();
    await button('Set up', part()).click();
    await inState('waiting');
    const [user, password, port] = [await shown('user'), await shown('password'), await shown('port')];
    expect(password).toMatch(/^[a-z0-9]{26}$/);
    await isWellMade();
    const phone = new Softphone(
      ...['--json', '--listen', `${HOST}:0`, '--register', `sip:${user}@${HOST}:${port}`],
      ...['--username', user, '--password', password],
    );
    await phone.until('registered');
    await inState('registered');
    await isWellMade();
    await button('Remove', part()).click();
    await button('Remove', question()).click();
    await inState('none');
  });
});
