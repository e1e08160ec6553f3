import { Webhook } from 'standardwebhooks';
import { microphoneWav } from '../harness/audio-files';
import { makeAgent } from '../harness/builders';
import { describeWithMicrophone } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { compileThreads } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { answerJson, ToolServer } from '../harness/tool-server';
import { silence, speech } from '../harness/voice-driver';

compileThreads();

const AGENT = {
  name: 'Asha',
  language: 'english',
  tts_model: 'openai',
  voice: 'alloy',
  opening_line: 'Hello, this is Asha. Can we talk?',
  extraction_questions: ['City', 'Budget'],
};
/** From the microphone's start; the person then speaks for 1.2 s, and is silent. */
const PERSON_SPEAKS_AFTER_MS = 3_000;
const MICROPHONE = microphoneWav(
  Int16Array.from([...silence(PERSON_SPEAKS_AFTER_MS), ...speech(1_200), ...silence(60_000)]),
);

describeWithMicrophone('A voice test in a browser', () => {
  let engines: SpeechServer;
  const driver = new ConsoleDriver({
    as: 'ADMIN',
    microphone: MICROPHONE,
    environment: async () => {
      engines = await SpeechServer.start();
      return { ...engines.environment, TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' };
    },
  });
  afterAll(() => engines.close());
  const { page, isWellMade } = driver;
  const part = () => page().getByRole('region', { name: 'Test agent' });
  const test = () => part().getByTestId('voice-test');
  const button = (name: string) => part().getByRole('button', { name, exact: true });
  const turns = (speaker: string) => test().locator(`[data-testid="turn"][data-speaker="${speaker}"]`);
  const isIn = (state: string) =>
    test()
      .and(page().locator(`[data-state="${state}"]`))
      .waitFor();

  /** Opens an agent at "Talk". */
  const open = async (agent: object = {}): Promise<void> => {
    const agentId = await makeAgent(driver.service, driver.account, { ...AGENT, ...agent });
    engines.words.length = 0;
    await driver.browser.context.grantPermissions(['microphone']);
    await driver.browser.goto(`/agents/${agentId}`);
    await part().getByRole('tab', { name: 'Talk' }).click();
  };
  const read = async () => {
    const id = (await test().getAttribute('data-id')) ?? '';
    return (await driver.tests.http(driver.person.headers).get(`/voice-tests/${id}`).expect(200)).body;
  };

  it('talks from the press to the outcome and the recording', async () => {
    await open();
    engines.words.push('Yes, we can talk.');
    await button('Start talking').click();
    const pressedAt = performance.now();
    await isIn('speaking');
    const firstSoundMs = performance.now() - pressedAt;
    process.stdout.write(`From the press to the agent's first sound: ${Math.round(firstSoundMs)} ms.\n`);
    await turns('agent').getByText('Hello, this is Asha. Can we talk?').waitFor();
    await turns('contact').getByText('Yes, we can talk.').waitFor();
    const answer = test().locator('[data-response-ms]');
    await answer.getByText(/^Answered in [\d,]+ ms$/).waitFor();
    await isWellMade();
    await expectSoon(async () => (await read()).status).toBe('talking');
    await button('Hang up').click();
    await isIn('ended');
    await test().getByRole('heading', { name: 'Outcome' }).and(page().locator(':focus')).waitFor();
    await test()
      .getByTestId('latency')
      .getByText(/^Median [\d,]+ ms, slowest [\d,]+ ms, 1 answer$/)
      .waitFor();
    await test().getByRole('button', { name: 'Play' }).click();
    await test().getByRole('button', { name: 'Pause' }).waitFor();
    await isWellMade();
    expect(await read()).toMatchObject({ status: 'ended', ended_by: 'person', outcome_state: 'ready' });
  });

  it('uses a tool: the agent speaks the waiting phrase, then the result', async () => {
    const server = new ToolServer();
    server.answer = (...asked) => void setTimeout(() => answerJson({ status: 'shipped' })(...asked), 1_500);
    const tool = {
      kind: 'http',
      name: 'order_status',
      description: 'Reads an order.',
      url: await server.start(),
      effect: 'read',
      in_tests: 'send',
      speech: { waiting: 'One moment, I look it up.', failed: null },
      offline: { phrases: ['my order'], say: 'Your order is {{result.status}}.' },
    };
    const made = await driver.service.http(driver.account).post('/tools').send(tool).expect(201);
    const { id, secret } = made.body as { id: string; secret: string };
    await open({ name: 'Tools', tool_ids: [id] });
    engines.words.push('Where is my order?');
    await button('Start talking').click();
    await turns('contact').getByText('Where is my order?').waitFor();
    await turns('agent').getByText('One moment, I look it up.').waitFor();
    await turns('agent').getByText('Your order is shipped.').waitFor();
    expect(engines.said.map(({ input }) => input)).toContain('One moment, I look it up.');
    await button('Hang up').click();
    await isIn('ended');
    const use = test().getByTestId('tool-invocation');
    await use.and(page().locator('[data-status="succeeded"]')).click();
    await use.getByText('"shipped"').waitFor();
    await isWellMade();
    const [request, ...others] = server.requests;
    expect(others).toEqual([]);
    const { id: testId, transcript, outcome } = await read();
    expect(request?.json['call']).toMatchObject({ id: testId, test: true, phone_number: null });
    const headers = request?.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(request?.body ?? '', headers)).not.toThrow();
    expect(outcome.tools).toMatchObject([{ name: 'order_status', result: { status: 'shipped' } }]);
    const answer = (transcript as Record<string, unknown>[]).find(({ tool_invocations }) => tool_invocations);
    expect(answer?.['text']).toContain('Your order is shipped.');
    await server.stop();
  });

  it('lets the person interrupt the agent', async () => {
    await open({ name: 'Long', opening_line: 'Many words follow here. '.repeat(30) });
    engines.words.push('Stop, please wait.');
    await button('Start talking').click();
    await isIn('speaking');
    await turns('contact').getByText('Stop, please wait.').waitFor();
    await button('Hang up').click();
    await isIn('ended');
    const { barge_ins, transcript } = await read();
    expect(barge_ins).toBe(1);
    expect(transcript[0]).toMatchObject({ speaker: 'agent', cut: true });
    expect(transcript[0].text.length).toBeLessThan(500);
  });

  it('sends silence while muted, and keys', async () => {
    await open({ name: 'Keys' });
    await button('Start talking').click();
    await button('Mute').click();
    await isIn('listening');
    await page().waitForTimeout(PERSON_SPEAKS_AFTER_MS + 1_500);
    expect(await turns('contact').count()).toBe(0);
    await button('Keypad').click();
    await button('5').click();
    await turns('contact').getByText('[DTMF 5]').waitFor();
    await button('Hang up').click();
    await isIn('ended');
  });

  it('talks with the unsaved form, and ends when the page is left', async () => {
    await open({ name: 'Draft' });
    await page().getByLabel('Opening line').fill('This line was never saved.');
    await button('Start talking').click();
    await turns('agent').getByText('This line was never saved.').waitFor();
    const id = await test().getAttribute('data-id');
    await page().goto('about:blank');
    const left = async () =>
      (await driver.tests.http(driver.person.headers).get(`/voice-tests/${id}`).expect(200)).body;
    await expectSoon(async () => (await left()).status).toBe('ended');
    expect(await left()).toMatchObject({ draft: true, ended_by: 'person' });
  });

  it('hangs up a talk of another tab, and talks in this one', async () => {
    await open({ name: 'Tabs' });
    await button('Start talking').click();
    await isIn('listening');
    const other = await driver.browser.context.newPage();
    await other.goto(page().url());
    const there = other.getByRole('region', { name: 'Test agent' });
    await there.getByRole('tab', { name: 'Talk' }).click();
    const start = there.getByRole('button', { name: 'Start talking' });
    await start.click();
    await there.getByText('You are talking in another tab').waitFor();
    const hangUp = there.getByRole('button', { name: 'Hang up there' });
    await hangUp.click();
    await isIn('ended');
    await hangUp.waitFor({ state: 'hidden' });
    await start.click();
    await there.locator('[data-state="listening"]').waitFor();
    await other.close();
  });

  it('ends at once without the permission', async () => {
    await open({ name: 'Refused' });
    await driver.browser.context.clearPermissions();
    await button('Start talking').click();
    await test().getByText('Allow the microphone for this page in your browser.').waitFor();
    const tests = async () =>
      (await driver.tests.http(driver.person.headers).get('/voice-tests').expect(200)).body.data;
    await expectSoon(async () => (await tests())[0].status).toBe('failed');
  });
});
