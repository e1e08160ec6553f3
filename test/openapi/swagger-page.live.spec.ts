import { type Browser, chromium, type Page } from 'playwright-core';
import { type TestAccount, TestApp } from '../harness/app';
import { CHROMIUM, describeWithBrowser } from '../harness/chromium';

describeWithBrowser('The Swagger page', () => {
  let service: TestApp;
  let account: TestAccount;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    service = await TestApp.start();
    account = await service.account();
    const agent = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };
    await service.http(account).post('/agents').send(agent).expect(201);
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width: 1_280, height: 1_400 } });
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // The browser's own message for a response of 400 or more; here only expected ones occur.
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${service.origin}/docs`);
    await page.waitForSelector('.opblock');
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const block = (operationId: string) => page.locator(`.opblock[id$="-${operationId}"]`);

  /** Presses "Execute" of an operation as its form stands; the status and body that the page shows. */
  async function execute(operationId: string): Promise<{ status: string; body: string }> {
    const form = block(operationId);
    if (!(await form.locator('.execute').isVisible())) await form.locator('.opblock-summary').click();
    await form.locator('.execute').click();
    const live = form.locator('.live-responses-table .response').first();
    await live.waitFor();
    return {
      status: (await live.locator('.response-col_status').innerText()).split('\n')[0]!.trim(),
      body: await live.locator('.response-col_description').innerText(),
    };
  }

  async function authorize(scheme: number, key: string): Promise<void> {
    await page.locator('.auth-wrapper .authorize').first().click();
    const form = page.locator('.modal-ux .auth-container').nth(scheme);
    await form.locator('input').fill(key);
    await form.locator('button.authorize').click();
    await page.locator('.modal-ux .close-modal').click();
  }

  async function logOut(): Promise<void> {
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('.modal-ux .auth-container button:has-text("Logout")').first().click();
    await page.locator('.modal-ux .close-modal').click();
  }

  test('groups the operations by area, in their order, and shows the events', async () => {
    const areas = await page
      .locator('.opblock-tag')
      .evaluateAll((tags) => tags.map((tag) => tag.getAttribute('data-tag')));
    expect(areas.slice(0, 5)).toEqual(['Calls', 'Batches', 'Agents', 'Numbers', 'Human calls']);
    expect(await page.locator('.webhooks').innerText()).toContain('human_call.analysis_ready');
  });

  test.each([
    ['X-API-Key', 0],
    ['Authorization: Bearer', 1],
  ])('sends the key as %s, and gets 200 for the POST /calls of its example', async (_, scheme) => {
    await authorize(scheme, account.key);
    const { status, body } = await execute('queueCall');
    expect({ status, body }).toMatchObject({
      status: '200',
      body: expect.stringContaining('"object": "call"'),
    });
    if (process.env['SCREENSHOT']) await page.screenshot({ path: process.env['SCREENSHOT'], fullPage: true });
    await logOut();
  });

  test('replaces an example id by the newest id that the page received', async () => {
    await authorize(0, account.key);
    for (const operation of ['getCall', 'getCallTimeline', 'listCalls']) {
      expect(await execute(operation)).toMatchObject({ status: '200' });
    }
    await logOut();
  });

  test('is not blocked by its own strict headers', async () => {
    expect(problems).toEqual([]);
    const { headers } = await fetch(`${service.origin}/docs`);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
  });
});
