import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Test agent: Tests', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, dialog, question, isWellMade } = driver;
  let agentId: string;

  beforeAll(async () => {
    const tool = {
      kind: 'http',
      name: 'order_status',
      description: 'Reads an order.',
      url: 'https://example.com/orders',
      effect: 'read',
      mock_result: { status: 'shipped' },
      offline: { phrases: ['mera order'], say: 'Aapka order {{result.status}} hai.' },
    };
    const http = driver.service.http(driver.account);
    const { body } = await http.post('/tools').send(tool).expect(201);
    agentId = await makeAgent(driver.service, driver.account, {
      name: 'Asha',
      language: 'hinglish',
      opening_line: 'Namaste {{contact_name}}, main Asha bol rahi hoon. Kya abhi baat ho sakti hai?',
      tool_ids: [body.id],
    });
  });

  const part = () => page().getByRole('region', { name: 'Test agent' });
  const button = (name: string) => part().getByRole('button', { name, exact: true });
  const tab = (name: string) => part().getByRole('tab', { name, exact: true });
  const rows = () => part().getByTestId('test-row');
  const stored = async () =>
    (await driver.service.http(driver.account).get(`/agents/${agentId}/tests`).expect(200)).body.tests;

  it('saves a typed conversation with a tool as a test, which passes', async () => {
    await driver.browser.goto(`/agents/${agentId}`);
    await tab('Tests').click();
    await part().getByText('No tests yet.').waitFor();
    await tab('Type').click();
    await part().getByText('Values of the call').click();
    await part().getByLabel('Name', { exact: true }).fill('Rohan');
    await button('Start').click();
    await expectSoon(() => button('Save as test').count()).toBe(0);
    await part().getByLabel('Answer as the contact').fill('Haan ji, mera order kahan hai?');
    await button('Send').click();
    await part().getByTestId('test-use').getByText('{"status":"shipped"}').waitFor();
    await part().getByText('Aapka order shipped hai.').waitFor();
    await button('Save as test').click();
    const form = dialog('Save as test');
    await form.getByRole('button', { name: 'Save as test' }).click();
    await form.getByLabel('Name').and(page().locator('[aria-invalid="true"]')).waitFor();
    await form.getByLabel('Name').fill('Order <b>');
    await isWellMade();
    await form.getByRole('button', { name: 'Save as test' }).click();
    await page().getByText('The test was saved.').waitFor();
    expect(await stored()).toEqual([
      {
        name: 'Order <b>',
        contact: { name: 'Rohan' },
        mocks: { order_status: { result: { status: 'shipped' } } },
        talk: [{ contact: 'Haan ji, mera order kahan hai?' }, { tool: 'order_status' }],
        expect: { tools: ['order_status'] },
      },
    ]);
    await tab('Tests').click();
    await button('Run all').click();
    await rows().and(page().locator('[data-status="passed"]')).waitFor();
    await part().getByText('1 passed, 0 failed, 0 skipped').waitFor();
  });

  it('continues a run of tests while another tab is shown, and shows its results', async () => {
    await tab('Type').click();
    await tab('Tests').click();
    await part().getByText('1 passed, 0 failed, 0 skipped').waitFor();
    let goOn = (): void => undefined;
    const isBack = new Promise<void>((resolve) => (goOn = resolve));
    let runs = 0;
    await page().route('**/agents/tests/run', async (sent) => {
      runs += 1;
      await isBack;
      await sent.continue();
    });
    await button('Run all').click();
    await tab('Type').click();
    await tab('Tests').click();
    await rows().and(page().locator('[data-status="running"]')).waitFor();
    await button('Run all').click();
    goOn();
    await rows().and(page().locator('[data-status="passed"]')).waitFor();
    expect(runs).toBe(1);
    await page().unroute('**/agents/tests/run');
  });

  it('shows expected and found values of a failed test, and runs the draft, saved or not', async () => {
    await button('Edit tests').click();
    const form = dialog('Edit tests');
    const json = form.getByLabel('Tests');
    await json.fill('[{');
    await form.getByRole('button', { name: 'Edit tests' }).click();
    await form.getByText('Tests must be JSON').waitFor();
    await json.fill('[{"name": "x", "talk": [{"says": "y"}]}]');
    await form.getByRole('button', { name: 'Edit tests' }).click();
    await form.getByRole('alert').getByText('must be one of contact').waitFor();
    const opening = {
      name: 'Opening',
      talk: [{ agent: { includes: ['Ravi'] } }],
      expect: { ended_by: 'contact' },
    };
    await json.fill(JSON.stringify([...(await stored()), opening]));
    await form.getByRole('button', { name: 'Edit tests' }).click();
    await page().getByText('The tests were saved.').waitFor();
    await button('Run Opening').click();
    const row = rows().nth(1);
    await row.and(page().locator('[data-status="failed"]')).waitFor();
    await row.getByText('The agent says "Ravi".').waitFor();
    await row.getByText('main Asha bol rahi hoon').first().waitFor();
    await row.getByText('What was said').click();
    await row.getByTestId('turn').first().waitFor();
    await expectSoon(() => rows().first().getAttribute('data-status')).toBe('passed');
    await isWellMade();
    await page().getByLabel('Opening line').fill('Namaste, main Ravi hoon.');
    await button('Run all').click();
    await row.and(page().locator('[data-status="passed"]')).waitFor();
    await part().getByLabel('Engine').selectOption('model');
    await button('Run all').click();
    await row.and(page().locator('[data-status="skipped"]')).waitFor();
    await row.getByText('The service has no model: LLM_URL is not set.').waitFor();
    const other = { name: 'Stored elsewhere', talk: [{ contact: 'Haan' }], expect: {} };
    const http = driver.service.http(driver.account);
    await http
      .put(`/agents/${agentId}/tests`)
      .send({ tests: [...(await stored()), other] })
      .expect(200);
    await button('Remove Opening').click();
    await question().getByText('Remove 1 test: \u2068Opening\u2069?').waitFor();
    await question().getByRole('button', { name: 'Remove test' }).click();
    await expectSoon(() => rows().count()).toBe(2);
    await part().getByText('0 passed, 0 failed, 1 skipped').waitFor();
    expect((await stored()).map(({ name }: { name: string }) => name)).toEqual(['Order <b>', other.name]);
  });

  it('shows a result for each of two tests with one name', async () => {
    const named = (includes: string) => ({ name: 'Greeting', talk: [{ agent: { includes: [includes] } }] });
    const http = driver.service.http(driver.account);
    const tests = [named('Namaskaram'), named('Namaste')];
    await http.put(`/agents/${agentId}/tests`).send({ tests }).expect(200);
    await driver.browser.goto(`/agents/${agentId}`);
    await tab('Tests').click();
    await button('Run all').click();
    await part().getByText('1 passed').waitFor();
    await expectSoon(() =>
      rows().evaluateAll((all) => all.map((row) => row.getAttribute('data-status'))),
    ).toEqual(['failed', 'passed']);
  });

  it("stops the model's runs of tests when the page is left", async () => {
    await part().getByLabel('Engine').selectOption('model');
    let goOn = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => (goOn = resolve));
    let runs = 0;
    await page().route('**/agents/tests/run', async (sent) => {
      runs += 1;
      await isLeft;
      await sent.fulfill({ json: { object: 'agent_test_run', results: [] } });
    });
    await button('Run all').click();
    await page().getByRole('link', { name: 'Batches' }).click();
    await question().getByRole('button', { name: 'Leave' }).click();
    await driver.browser.shows('batches');
    const answered = page().waitForResponse('**/agents/tests/run');
    goOn();
    await answered;
    await page().waitForTimeout(500);
    expect(runs).toBe(1);
    await page().unroute('**/agents/tests/run');
    await driver.browser.goto(`/agents/${agentId}`);
  });

  it('offers no tests for an agent that was never saved', async () => {
    await page().getByRole('button', { name: 'Discard changes' }).click();
    await question().getByRole('button', { name: 'Discard changes' }).click();
    await driver.browser.goto('/agents/new');
    await tab('Tests').click();
    await part().getByText('Save the agent first: tests are stored beside it.').waitFor();
  });

  it('names an unknown tool, and shows no tools to users without agents:manage', async () => {
    await driver.browser.goto('/tools/tool_unknown', 'error');
    await page().getByText('There is no such tool.').waitFor();
    await isWellMade();
    await driver.browser.enter(await driver.tests.person(driver.account.id, ['STAFF']));
    await driver.browser.goto('/tools');
    await driver.browser.shows('not-allowed');
    await expectSoon(() => page().getByRole('link', { name: 'Tools', exact: true }).count()).toBe(0);
  });
});
