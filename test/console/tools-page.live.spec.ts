import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { PASSWORD } from '../harness/console';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { FOUND, LISTED, mcpTool } from '../harness/mcp-tool-answers';
import { TYPED_TOOL, typeTool } from '../harness/tool-form';
import { answerJson, ToolServer } from '../harness/tool-server';

const LOCAL_TOOLS = { TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' };
const HALF_A_DAY_MS = 12 * 3_600_000;

describeWithBrowser('Tools', () => {
  const driver = new ConsoleDriver({ environment: LOCAL_TOOLS, as: 'ADMIN' });
  const { page, button, row, dialog, question, isWellMade } = driver;
  const server = new ToolServer();
  let url: string;
  let toolId: string;
  let agentId: string;

  beforeAll(async () => {
    url = await server.start();
    const { loginId, email } = await driver.tests.withPassword(driver.account.id, ['ADMIN']);
    await driver.browser.enter(await driver.tests.open(loginId, email));
    agentId = await makeAgent(driver.service, driver.account, {
      name: 'Asha',
      language: 'hinglish',
      opening_line: 'Namaste, main Asha bol rahi hoon. Kya abhi baat ho sakti hai?',
    });
  });
  afterAll(() => server.stop());

  const label = (name: string) => page().getByLabel(name, { exact: true });
  const read = async () => (await driver.service.http(driver.account).get(`/tools/${toolId}`)).body;

  it('creates a tool with every field, and shows its secret once', async () => {
    await driver.browser.goto('');
    await page().getByRole('link', { name: 'Tools', exact: true }).click();
    await driver.browser.shows('tools');
    await page().getByText('No tools yet.').waitFor();
    await isWellMade();
    await page().getByRole('link', { name: 'New tool' }).click();
    await driver.browser.shows('tool');
    await button('Save').click();
    await label('Name').and(page().locator('[aria-invalid="true"]:focus')).waitFor();
    await typeTool(page(), `${url}/orders`);
    await label('Parameters').fill('{"type": "object"');
    await button('Save').click();
    await page().getByText('Parameters must be JSON').waitFor();
    await label('Parameters').fill(
      '{"type": "object", "properties": {"city": {"type": "string", "pattern": "x"}}}',
    );
    await button('Save').click();
    await page().getByText('parameters.properties.city.pattern is not a known keyword.').waitFor();
    await isWellMade();
    await label('Parameters').fill('{"type": "object", "properties": {"city": {"type": "string"}}}');
    driver.service.clock.advance(HALF_A_DAY_MS);
    await button('Save').click();
    const confirm = dialog('Confirm your password');
    await confirm.getByLabel('Password').fill(PASSWORD);
    await button('Confirm your password', confirm).click();
    const secret = page().getByTestId('new-secret');
    expect(await secret.textContent()).toMatch(/^whsec_/);
    await isWellMade();
    await button('I have stored it').click();
    await page().getByRole('heading', { name: 'order_status' }).waitFor();
    toolId = page().url().split('/').at(-1) ?? '';
    expect(await read()).toMatchObject({
      ...TYPED_TOOL,
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    });
    await page().reload();
    await driver.browser.shows('tool');
    await expectSoon(() => secret.count()).toBe(0);
    await isWellMade();
  });

  it('tries a tool once, and shows its result', async () => {
    server.answer = answerJson({ status: '<b>shipped</b>' });
    await button('Try').click();
    const form = dialog('Try');
    await expectSoon(() => form.getByLabel('Arguments').inputValue()).toBe('{\n  "phone": ""\n}');
    await form.getByLabel('Arguments').fill('{"city": "Pune"');
    await button('Try', form).click();
    await form.getByText('Arguments must be JSON').waitFor();
    await form.getByLabel('Arguments').fill('{"city": "Pune", "phone": "+919876500001"}');
    await button('Try', form).click();
    const result = form.getByTestId('try-result');
    await result.and(page().locator('[data-status="succeeded"]')).waitFor();
    await result.getByText('<b>shipped</b>').waitFor();
    expect(server.requests.at(-1)?.json['arguments']).toEqual({ city: 'Pune', phone: '+919876500001' });
    expect(server.requests.at(-1)?.headers['authorization']).toBe('Bearer abc');
    await isWellMade();
    server.answer = answerJson({ message: 'no such order' }, 404);
    await button('Try', form).click();
    await result.and(page().locator('[data-status="failed"]')).waitFor();
    await result.getByText('no such order').waitFor();
    await page().keyboard.press('Escape');
  });

  it('saves changed fields alone, and does not overwrite a save of another person', async () => {
    await label('Failed').fill('Ek minute.');
    await page().getByText('Unsaved changes').waitFor();
    await page().getByRole('link', { name: 'Calls', exact: true }).click();
    await button('Stay', question()).click();
    await page().keyboard.press('Tab');
    await button('Save').click();
    await page().getByText('Saved.').waitFor();
    expect(await read()).toMatchObject({ speech: { waiting: 'Ek second.', failed: 'Ek minute.' } });
    await driver.service
      .http(driver.account)
      .patch(`/tools/${toolId}`)
      .send({ timeout_seconds: 9 })
      .expect(200);
    await label('Description').fill('Reads an order.');
    await button('Save').click();
    await page().getByText('Somebody saved this tool meanwhile').waitFor();
    await button('Reload').click();
    await button('Stay', question()).click();
    await expectSoon(() => label('Description').inputValue()).toBe('Reads an order.');
    await button('Reload').click();
    await button('Reload', question()).click();
    await expectSoon(() => label('Timeout seconds').inputValue()).toBe('9');
    await label('Enabled').uncheck();
    await button('Save').click();
    await page().locator('[data-status="off"]').waitFor();
    await label('Enabled').check();
    await button('Save').click();
    await page().locator('main [data-status="on"]').waitFor();
    // A stored value stays; another host needs it anew.
    expect(await read()).toMatchObject({ headers: [{ name: 'Authorization', value_set: true }] });
    await label('URL').fill('http://127.0.0.1:9/orders');
    await button('Save').click();
    await page().getByText('must be sent with all values').waitFor();
    await label('URL').fill(`${url}/orders`);
  });

  it('rotates the secret after a confirmation of the password', async () => {
    driver.service.clock.advance(HALF_A_DAY_MS + 1);
    await button('Rotate secret').click();
    const form = dialog('Rotate secret');
    await form.getByLabel('Old secret').selectOption('ends at once');
    await button('Rotate secret', form).click();
    const confirm = dialog('Confirm your password');
    await confirm.getByLabel('Password').fill(PASSWORD);
    await button('Confirm your password', confirm).click();
    const secret = (await page().getByTestId('new-secret').textContent()) ?? '';
    await button('I have stored it').click();
    await page()
      .getByText(`ends with ${secret.slice(-4)}`)
      .waitFor();
    // Its version is known: the next change is saved.
    await label('Description').fill('Reads where an order is now.');
    await button('Save').click();
    await page().getByText('Saved.').waitFor();
  });

  it('does not overwrite a save of another person before a rotation', async () => {
    const other = driver.service.http(driver.account);
    await other.patch(`/tools/${toolId}`).send({ timeout_seconds: 10 }).expect(200);
    await button('Rotate secret').click();
    await button('Rotate secret', dialog('Rotate secret')).click();
    await button('I have stored it').click();
    await page().getByText('Somebody saved this tool meanwhile').waitFor();
    await button('Reload').click();
    await expectSoon(() => label('Timeout seconds').inputValue()).toBe('10');
  });

  it('orders the tools of an agent, and shows each use on a call', async () => {
    const other = { kind: 'http', name: 'book_slot', description: 'Books.', url: `${url}/slots` };
    await driver.service.http(driver.account).post('/tools').send(other).expect(201);
    await driver.browser.goto(`/agents/${agentId}`);
    await page().getByLabel('Add a tool').selectOption({ label: 'book_slot' });
    await page().getByLabel('Add a tool').selectOption({ label: 'order_status' });
    await page().getByText('The service has no model (LLM_URL)').waitFor();
    await button('Move order_status up').click();
    await page().getByLabel('Schedule callback').check();
    await isWellMade();
    await button('Save').click();
    await page().getByText('Saved.').waitFor();
    const { body: agent } = await driver.service.http(driver.account).get(`/agents/${agentId}`);
    expect(agent.tool_ids[0]).toBe(toolId);
    expect(agent).toMatchObject({ built_in_tools: ['schedule_callback'] });
    server.answer = answerJson({ status: 'packed' });
    const calls = new CallTests(driver.service, driver.account, agentId);
    const { id: call } = await calls.queue({ phone_number: number('0016') });
    await calls.final(call);
    await driver.browser.goto(`/calls/${call}`);
    const use = page().getByTestId('tool-invocation');
    await use.and(page().locator('[data-status="succeeded"]')).waitFor();
    await use.locator('summary').click();
    await use.getByText('"status": "packed"').waitFor();
    await isWellMade();
  });

  it('lists the agents of each tool, and removes unused tools alone', async () => {
    await driver.browser.goto('/tools');
    await row(toolId).getByRole('link', { name: 'Asha' }).waitFor();
    await row(toolId).getByText('HTTP request').waitFor();
    await row(toolId).locator('[data-status="on"]').waitFor();
    await isWellMade();
    await row(toolId).getByRole('link', { name: 'order_status' }).click();
    await driver.browser.shows('tool');
    await button('Remove tool').click();
    await isWellMade();
    await button('Remove tool', question()).click();
    await page().getByText('Agents use this tool: take it from them first.').waitFor();
    await driver.service.http(driver.account).patch(`/agents/${agentId}`).send({ tool_ids: [] }).expect(200);
    await button('Remove tool').click();
    await button('Remove tool', question()).click();
    await driver.browser.shows('tools');
    await expectSoon(() => row(toolId).count()).toBe(0);
  });

  it('refreshes, allows and tries a server’s tools by name', async () => {
    const mcp = mcpTool();
    await page().route(/\/v1\/tools\/tool_mcp(\/refresh|\/try)?$/, async (route) => {
      const path = new URL(route.request().url()).pathname;
      const sent = route.request().postDataJSON() as Record<string, unknown> | null;
      if (path.endsWith('/refresh')) return route.fulfill({ json: { ...mcp, refresh: FOUND } });
      if (route.request().method() === 'PATCH')
        Object.assign(mcp, { allowed_tools: sent?.['allowed_tools'] });
      await route.fulfill({ json: mcp });
    });
    await driver.browser.goto('/tools/tool_mcp');
    await expectSoon(() => button('Rotate secret').count()).toBe(0);
    await page().getByText('MCP server').waitFor();
    await page().getByText('“Refresh” asks the server which tools it has.').waitFor();
    mcp.tools.push(...LISTED);
    await button('Refresh').click();
    const result = page().getByTestId('refresh-result');
    await result.getByText('Added: find_slot, book-slot').waitFor();
    await page().getByLabel('find_slot', { exact: true }).check();
    await page().getByText('its schema is too large').waitFor();
    await isWellMade();
    await button('Save').click();
    await page().getByText('Saved.').waitFor();
    expect(mcp.allowed_tools).toEqual(['find_slot']);
    const failed = { ...FOUND, ok: false, error: 'timed_out: No answer came in time.', added: [] };
    await page().route('**/refresh', (route) => route.fulfill({ json: { ...mcp, refresh: failed } }));
    await button('Refresh').click();
    await result.getByText('The server could not be asked: No answer came in time.').waitFor();
    await page().unrouteAll();
  });
});
