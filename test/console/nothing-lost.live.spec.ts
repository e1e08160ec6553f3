import type { Page } from 'playwright-core';
import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Typed text and sessions of the console', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, question } = driver;
  const stored = (where: Page) => where.evaluate('Object.keys(localStorage).sort()');

  it('counts the rows of a file without its headings', async () => {
    await makeAgent(driver.service, driver.account, { name: 'Asha' });
    await driver.browser.goto('/batches/new');
    const rows = ['Mobile,Name', '9876511001,Kabir', '9876511002,Meera'];
    await page()
      .getByLabel('File with contacts')
      .setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
    await page().getByText('2 rows, 2 columns').waitFor();
    await page().getByLabel('First row has names').uncheck();
    await page().getByText('3 rows, 2 columns').waitFor();
  });

  it('leaves two changed forms of a page by one confirmation', async () => {
    await driver.browser.goto('/settings');
    await page().getByLabel('Name', { exact: true }).fill('Sunset');
    const labels = page().getByRole('textbox', { name: 'Outcome labels' });
    await labels.fill('Enrolled');
    const members = page().getByRole('link', { name: 'Members' });
    await members.click();
    await button('Stay', question()).click();
    await expectSoon(() => labels.inputValue()).toBe('Enrolled');
    await members.click();
    await button('Leave', question()).click();
    await driver.browser.shows('members');
    await expectSoon(() => question().count()).toBe(0);
  });

  it('removes an earlier success message when a later try fails', async () => {
    await driver.browser.goto('/profile');
    const name = page().getByLabel('Name', { exact: true });
    const saved = page().getByRole('status').getByText('Saved.');
    await name.fill('Meera');
    await name.press('Enter');
    await saved.waitFor();
    await name.fill('');
    await name.press('Enter');
    await page().getByText('Name must be filled in.').waitFor();
    expect(await saved.count()).toBe(0);
  });

  it('removes a success message when another page is opened', async () => {
    await driver.browser.goto('/profile');
    const name = page().getByLabel('Name', { exact: true });
    const saved = page().getByRole('status').getByText('Saved.');
    await name.fill('Meera Iyer');
    await name.press('Enter');
    await saved.waitFor();
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    await driver.browser.shows('calls');
    expect(await saved.count()).toBe(0);
  });

  it('names the requested page in the link to the address of the service', async () => {
    const other = await driver.browser.context.newPage();
    const service = { object: 'service', setup_needed: false, sends_mail: false };
    const sign_in_at = 'https://calls.example';
    await other.route('**/console/api/service', (sent) => sent.fulfill({ json: { ...service, sign_in_at } }));
    for (const search of ['', '?next=%2Fconsole%2Fcalls%3Fstatus%3Dqueued']) {
      await other.goto(`${driver.service.origin}/console/sign-in${search}`);
      const link = other.getByRole('link', { name: `Sign in at ${sign_in_at}` });
      expect(await link.getAttribute('href')).toBe(`${sign_in_at}/console/sign-in${search}`);
    }
    await other.close();
  });

  it('keeps what is typed while a new tool is being created', async () => {
    await driver.browser.goto('/tools/new');
    const field = (name: string) => page().getByLabel(name, { exact: true });
    await field('Name').fill('order_status');
    await field('Description').fill('Reads an order.');
    await field('URL').fill('https://crm.example/orders');
    let goOn = (): void => undefined;
    const isTyped = new Promise<void>((resolve) => (goOn = resolve));
    await page().route('**/tools', async (sent) => {
      if (sent.request().method() === 'POST') await isTyped;
      await sent.continue();
    });
    const isSent = page().waitForRequest((request) => request.method() === 'POST');
    await button('Save').click();
    await isSent;
    await field('Waiting').fill('Ek second.');
    await button('Add a header').click();
    await page().getByRole('group', { name: 'header 1' }).getByLabel('Name').fill('X-Key');
    goOn();
    await button('I have stored it').click();
    await page().getByRole('heading', { name: 'order_status' }).waitFor();
    await expectSoon(() => field('Waiting').inputValue()).toBe('Ek second.');
    const header = page().getByRole('group', { name: 'header 1' });
    await header.getByLabel('Value').fill('abc');
    await button('Save').click();
    await page().getByText('Saved.').waitFor();
    const id = page().url().split('/').at(-1) ?? '';
    expect(await driver.service.api(driver.account).get(`/tools/${id}` as '/tools')).toMatchObject({
      description: 'Reads an order.',
      headers: [{ name: 'X-Key', value_set: true }],
      speech: { waiting: 'Ek second.' },
    });
    await page().unroute('**/tools');
  });

  it('stores no draft after a sign-out in another tab', async () => {
    const id = await makeAgent(driver.service, driver.account, { name: 'Drafted' });
    await driver.browser.goto(`/agents/${id}`);
    await page().getByLabel('Opening line').fill('Unsaved words');
    await expectSoon(() => stored(page())).toEqual([
      'aics.account',
      `aics.draft.${driver.person.loginId}.${driver.account.id}.${id}`,
    ]);
    const other = await driver.browser.context.newPage();
    await other.goto(`${driver.service.origin}/console/profile`);
    await button('You', other).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.waitForSelector('[data-page="sign-in"]');
    // The first tab follows by itself, and its words are gone with the session.
    await driver.browser.shows('sign-in');
    await expectSoon(() => stored(page())).toEqual(['aics.account']);
    const { email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']);
    // Signing in again in either tab leads both to where they were.
    await other.goto(`${driver.service.origin}/console/sign-in?next=/console/calls`);
    await other.getByLabel('E-mail').fill(email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.waitForSelector('[data-page="calls"]');
    await page().waitForURL(`**/console/agents/${id}`);
    await driver.browser.shows('agent');
    await other.close();
  });

  it('signs out of an ended session, and leaves no draft', async () => {
    const person = await driver.tests.person(driver.account.id, ['ADMIN']);
    await driver.browser.enter(person);
    await driver.browser.goto('/agents/new');
    // Its answer would find out that the session has ended.
    await Promise.all([
      page().waitForResponse((answer) => answer.url().endsWith('/agents/validate')),
      page().getByLabel('Name', { exact: true }).fill('Unsaved'),
    ]);
    await expectSoon(async () => (await stored(page())) as string[]).toEqual([
      'aics.account',
      expect.stringContaining(person.loginId),
    ]);
    await driver.tests.http(person.headers).post('/sign-out').expect(200);
    await button('You').click();
    await page().getByRole('menuitem', { name: 'Sign out' }).click();
    await button('Leave', question()).click();
    await driver.browser.shows('sign-in');
    await expectSoon(() => stored(page())).toEqual(['aics.account']);
  });
});
