import { REAL_TIMERS } from '../../src/platform/kernel/time/timers';
import { TYPED_LIMIT_MS } from '../../src/conversation/application/typed-talk';
import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ChatServer } from '../harness/chat-server';
import { ConsoleTests } from '../harness/console';

const PATH = '/test-conversations';
const QUESTION = 'Which {{course}} is it about?';
const DRAFT = {
  name: 'Asha',
  language: 'english',
  opening_line: 'Hello {{contact_name}}, this is Asha, about {{course}}. Is this a good time?',
  system_prompt: 'Talk about {{course}}, {{contact_email}}.',
  extraction_questions: [QUESTION],
  dispositions: ['Hot', 'Cold'],
};
const YES = { speaker: 'contact', text: 'Yes, tell me.' };

let server: ChatServer;
let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let agentId: string;
let admin: ReturnType<ConsoleTests['http']>;

beforeAll(async () => {
  server = new ChatServer();
  service = await TestApp.start({ LLM_URL: await server.start(), LLM_MODEL: 'a-model' });
  tests = new ConsoleTests(service);
  account = await service.account();
  agentId = await makeAgent(service, account, { ...DRAFT, name: 'Saved', opening_line: 'Saved opening.' });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

// A new person has a new count; a day later the account has.
beforeEach(async () => {
  admin = tests.http((await tests.person(account.id, ['ADMIN'])).headers);
  server.requests.length = 0;
  server.talk = () => 'Which course is it?';
});
afterEach(() => {
  jest.restoreAllMocks();
  service.clock.advance(86_400_000);
});

const post = async (body: object, status = 200, path = PATH, page = admin) =>
  (await page.post(path).send(body).expect(status)).body;

const problems = async (body: object, path = PATH) =>
  Object.fromEntries(
    ((await post(body, 400, path)).error.details.errors as { field: string; message: string }[]).map(
      ({ field, message }) => [field, message],
    ),
  );

/** How many rows each table has, but the outbox (the event of the new agent is on its way) and the limits of requests. */
async function rowCounts(): Promise<unknown> {
  const tables = await service.unitOfWork.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('outbox', 'rate_logs') ORDER BY 1`,
  );
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*) AS rows FROM "${name}"`);
  return service.unitOfWork.rows(counts.join(' UNION ALL '));
}

const turn = (text: string) => ({ object: 'test_turn', text, ended: false, tools: [] });

test('talks turn by turn with a saved agent, as the model leads calls, and stores and charges nothing', async () => {
  const before = await rowCounts();
  expect(await post({ agent_id: agentId })).toEqual(turn('Saved opening.'));
  expect(server.turns).toHaveLength(0);
  const turns = [{ speaker: 'agent', text: 'Saved opening.' }, YES];
  const values = { contact: { name: 'Rohan', email: 'r@example.com' }, variables: { course: 'MBA' } };
  expect(await post({ agent_id: agentId, turns, ...values })).toEqual(turn('Which course is it?'));
  const [asked] = server.turns;
  expect(asked?.messages[0]?.content).toContain('Talk about MBA, r@example.com.');
  expect(asked?.messages.slice(1)).toEqual([
    { role: 'assistant', content: 'Saved opening.' },
    { role: 'user', content: YES.text },
  ]);
  server.talk = () => 'Goodbye. [[HANG_UP]]';
  expect(await post({ agent_id: agentId, turns })).toMatchObject({ text: 'Goodbye.', ended: true });
  await post({ agent_id: agentId, turns }, 200, `${PATH}/outcome`);
  expect(await rowCounts()).toEqual(before);
});

test('talks with an unsaved draft, also under the name of another agent, with values shortened as in calls', async () => {
  const variables = { course: 'x'.repeat(600) };
  const draft = { ...DRAFT, name: 'saved', max_call_minutes: null };
  const { text } = await post({ draft, variables, contact: { name: 'Rohan' } });
  expect(text).toBe(`Hello Rohan, this is Asha, about ${'x'.repeat(500)}. Is this a good time?`);
  expect((await post({ draft })).text).toBe('Hello , this is Asha, about . Is this a good time?');
});

test('returns the outcome of a call, with the questions and labels of the agent', async () => {
  server.read = ({ messages }) => {
    expect(messages[1]?.content).toContain('Which MBA is it about?');
    return JSON.stringify({
      disposition: 'Hot',
      summary: 'Wants it.',
      answers: [{ question: 1, answer: 'the two years', quote: 'the two years' }],
      lead_rating: 9,
      callback: { requested: false, time_text: null, quote: null },
      follow_up: 'CALL',
      follow_up_note: null,
      meeting: { requested: false, at: null, time_text: null, type: null, quote: null },
      asked_not_to_be_called: { asked: true, quote: 'the two years' },
    });
  };
  const turns = [
    { speaker: 'agent', text: 'Which MBA is it about?' },
    { speaker: 'contact', text: 'It is the two years one' },
  ];
  const body = { draft: DRAFT, variables: { course: 'MBA' }, turns };
  expect(await post(body, 200, `${PATH}/outcome`)).toEqual({
    disposition: 'Hot',
    summary: 'Wants it.',
    answers: { [QUESTION]: 'the two years' },
    lead_rating: 9,
    callback_requested: false,
    callback_time_text: null,
    follow_up: 'CALL',
    follow_up_note: null,
    meeting: null,
    tools: [],
    transcript: [
      { speaker: 'agent', text: 'Which MBA is it about?', start_ms: 0, end_ms: expect.any(Number) },
      {
        speaker: 'contact',
        text: 'It is the two years one',
        start_ms: expect.any(Number),
        end_ms: expect.any(Number),
      },
    ],
  });
  const { body: list } = await service.http(account).get('/do-not-call').expect(200);
  expect(list.data).toEqual([]);
});

test.each<[string, ReturnType<ChatServer['talk']>, string]>([
  ['refuses', { status: 500, message: 'secret' }, 'HTTP 500'],
  ['talks without end', 'and so on '.repeat(500), 'an answer without an end'],
  ['answers nonsense', '[[SELF_DESTRUCT]] secret', 'an action that there is not'],
  ['hangs', null, 'no answer in time'],
  ['stalls', { begin: 'Well,', then: 'stall' }, 'no answer in time'],
])('apologises, ends and reports the next step when the model %s', async (_, answer, why) => {
  server.talk = () => answer;
  hurry();
  const turns = [{ speaker: 'agent', text: 'Hello?' }, YES];
  const turn = await post({ agent_id: agentId, turns });
  expect(turn).toMatchObject({ object: 'test_turn', ended: true });
  expect(turn.text).toMatch(/sorry/i);
  expect(turn.problem).toContain(`(${why})`);
  expect(JSON.stringify(turn)).not.toContain('secret');
});

test.each<[string, ReturnType<ChatServer['read']>, string]>([
  ['refuses', 503, 'HTTP 503'],
  ['answers rubbish', 'It went well!', 'the answer must be JSON and nothing else'],
  ['hangs', null, 'no answer in time'],
])('returns Incomplete and reports the next step when the analysing model %s', async (_, answer, why) => {
  server.read = () => answer;
  hurry();
  const turns = [{ speaker: 'agent', text: 'Hello?' }, YES];
  const outcome = await post({ agent_id: agentId, turns }, 200, `${PATH}/outcome`);
  expect(outcome).toMatchObject({ disposition: 'Incomplete', answers: { [QUESTION]: null }, summary: null });
  expect(outcome.transcript).toHaveLength(2);
  expect(outcome.problem).toContain(`(${why})`);
});

/** The limit of ten seconds comes soon. */
function hurry(): void {
  const { after } = REAL_TIMERS;
  jest
    .spyOn(REAL_TIMERS, 'after')
    .mockImplementation((ms, then) => after(ms === TYPED_LIMIT_MS ? 400 : ms, then));
}

test('lists every field with a problem; those of a draft as agents/validate does', async () => {
  expect(await problems({})).toEqual({ agent_id: 'is required, or draft' });
  expect(await problems({ agent_id: agentId, draft: DRAFT })).toEqual({
    draft: 'must not be sent with agent_id',
  });
  expect(
    await problems({
      draft: { ...DRAFT, opening_line: '', color: 1, handoff_numbers: ['1'], max_call_minutes: 99 },
      contact: { name: 'n'.repeat(201), age: 3 },
      variables: { a: null },
      more: true,
      turns: [
        { speaker: 'human', text: 'x' },
        { speaker: 'agent', text: '' },
        { speaker: 'contact', text: 'x'.repeat(501), at: 1 },
        'hello',
      ],
    }),
  ).toEqual({
    'draft.opening_line': 'must not be empty',
    'draft.color': 'is not a known field',
    'draft.handoff_numbers[0]': expect.any(String),
    'draft.max_call_minutes': 'must be from 1 to 30',
    'contact.name': 'must have at most 200 characters (it has 201)',
    'contact.age': 'is not a known field',
    'variables.a': 'must be a string, a number, true or false',
    more: 'is not a known field',
    'turns[0].speaker': 'must be one of agent, contact',
    'turns[1].text': 'must not be empty',
    'turns[2].text': 'must have at most 500 characters (it has 501)',
    'turns[2].at': 'is not a known field',
    'turns[3]': 'must be a JSON object',
  });
  expect(await problems({ agent_id: agentId, turns: Array(61).fill(YES) }, `${PATH}/outcome`)).toEqual({
    turns: 'must have at most 60 items (it has 61)',
  });
  await post({ agent_id: agentId, turns: Array(60).fill({ ...YES, text: 'x'.repeat(500) }) });
  for (const draft of [[], 'x', 1]) {
    expect(await problems({ draft })).toEqual({ draft: 'must be a JSON object' });
  }
  expect(await problems({ draft: { ...DRAFT, voice: 'nobody' } })).toEqual({
    'draft.voice': expect.stringContaining('nobody'),
  });
  expect(await problems({ draft: { ...DRAFT, language: 'klingon', name: undefined } })).toEqual({
    'draft.name': 'is required',
  });
  expect(await problems({ draft: { ...DRAFT, booking_page_id: 'bpage_x' } })).toHaveProperty([
    'draft.booking_page_id',
  ]);
});
