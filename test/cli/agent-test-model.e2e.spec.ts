import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../src/cli/command-line';
import { type ChatRequest, ChatServer } from '../harness/chat-server';
import { temporaryFolder } from '../harness/temporary-folder';

const FILE = `agent:
  name: Asha
  language: english
  opening_line: Hello, this is Asha.
  system_prompt: Help with orders.
tools:
  - kind: http
    name: order_status
    description: Reads an order.
    effect: read
    parameters: {type: object, properties: {order: {type: string}}}
    mock_result: {status: shipped}
tests:
  - name: Order
    talk:
      - contact: Where is my order 7?
      - tool: order_status
        arguments: {order: '7'}
      - agent: {includes: [shipped]}
    expect: {tools: [order_status], disposition: Interested, ended_by: contact}
  - name: Refund
    mocks: {order_status: {error: timed_out}}
    talk:
      - contact: Where is my order 8?
      - agent: {includes: [refund]}
`;

const READING = {
  disposition: 'Interested',
  summary: 'The contact asked for an order.',
  answers: [],
  lead_rating: 5,
  callback: { requested: false, time_text: null, quote: null },
  follow_up: null,
  follow_up_note: null,
  meeting: { requested: false, at: null, time_text: null, type: null, quote: null },
  asked_not_to_be_called: { asked: false, quote: null },
};

const model = new ChatServer();
const folder = temporaryFolder();
const file = join(folder.path, 'order.yaml');
const junit = join(folder.path, 'junit.xml');
let url: string;

beforeAll(async () => {
  url = await model.start();
  writeFileSync(file, FILE);
});
afterAll(async () => {
  await model.stop();
  folder.remove();
});
beforeEach(() => {
  model.requests.length = 0;
  model.talk = talk;
  model.read = () => JSON.stringify(READING);
});
afterEach(() => jest.restoreAllMocks());

/** Calls the tool, and tells its result. */
function talk({ messages }: ChatRequest) {
  const last = messages.at(-1);
  if (last?.role === 'tool') return `I found: ${last.content.includes('shipped') ? 'shipped' : 'nothing'}.`;
  const order = /order (\d)/u.exec(last?.content ?? '')?.[1] ?? '';
  const called = { name: 'order_status', arguments: JSON.stringify({ order }) };
  return { deltas: [{ tool_calls: [{ index: 0, id: 'a', function: called }] }] };
}

/** Without a database: opening one fails. */
async function run(environment: Record<string, string>, ...words: string[]) {
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    });
  }
  const set = { DATABASE_URL: 'postgres://user@127.0.0.1:1/none', ...environment };
  Object.assign(process.env, set);
  try {
    const code = await runCommand(['agent', 'test', '--file', file, '--engine', 'model', ...words]);
    return { code, ...printed };
  } finally {
    for (const name of Object.keys(set)) Reflect.deleteProperty(process.env, name);
    jest.restoreAllMocks();
  }
}
const withModel = (...words: string[]) => run({ LLM_URL: url, LLM_MODEL: 'a-model' }, ...words);

describe('agent test --engine model', () => {
  it('runs the talks and their analysis by the model with mocked tools, and prints a line a test', async () => {
    const { code, stdout, stderr } = await withModel('--junit', junit);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `ok    ${file}  Order`,
      `FAIL  ${file}  Refund`,
      '      talk[1]  expected: The agent says "refund".',
      '               found:    I found: nothing.',
      '1 passed, 1 failed, 0 skipped',
      '',
    ]);
    expect(model.turns.every(({ tools }) => tools.includes('order_status'))).toBe(true);
    expect(model.readings).toHaveLength(2);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('tests="2" failures="1" errors="0" skipped="0"');
    expect(xml).toContain('<failure message="talk[1]: The agent says &quot;refund&quot;.">');
  });

  it('exits with 0 when all pass, and prints one run as JSON', async () => {
    const { code, stdout } = await withModel('--only', 'Order', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      object: 'agent_test_run',
      engine: 'model',
      passed: 1,
      failed: 0,
      skipped: 0,
      results: [
        {
          name: 'Order',
          status: 'passed',
          tools: [
            {
              name: 'order_status',
              status: 'succeeded',
              arguments: { order: '7' },
              result: { status: 'shipped' },
            },
          ],
          outcome: { disposition: 'Interested', summary: 'The contact asked for an order.' },
        },
      ],
    });
  });

  it('skips the tests without a model, and prints the reason', async () => {
    const without = await run({}, '--junit', junit);
    expect(without).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 passed, 0 failed, 2 skipped'),
    });
    const reason = 'The service has no model: LLM_URL is not set.';
    expect(without.stdout).toContain(reason);
    expect(readFileSync(junit, 'utf8')).toContain(`<skipped message="${reason}"/>`);
  });

  it.each([
    ['fails to read the talk', () => (model.read = () => 500), 'HTTP 500'],
    ['reads no JSON', () => (model.read = () => 'I think it went well.'), 'the answer must be JSON'],
    ['fails in the talk', () => (model.talk = () => 500), 'order_status'],
    ['breaks off', () => (model.talk = () => ({ begin: 'I', then: 'cut' })), 'order_status'],
  ])('fails a test whose model %s, and continues with the next', async (_, spoil, found) => {
    spoil();
    const { code, stdout, stderr } = await withModel();
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('0 passed, 2 failed, 0 skipped');
    expect(stdout).toContain(found);
  });

  it('does not use the rules instead of an unavailable model', async () => {
    model.talk = () => 401;
    const { code, stdout } = await withModel();
    expect(code).toBe(1);
    expect(stdout).toContain('Refund: The model at LLM_URL cannot be used now.');
    expect(stdout).toContain('0 passed, 1 failed, 1 skipped');
  });
});
