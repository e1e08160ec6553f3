import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
let agentId: string;

const ENGLISH = { language: 'english', tts_model: 'openai', voice: 'alloy' };
const DRAFT = { name: 'Draft', opening_line: 'Hello {{course}}', system_prompt: 'Talk.', ...ENGLISH };

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
  admin = await tests.person(account.id, ['ADMIN']);
  agentId = await makeAgent(service, account, ENGLISH);
});

const start = (person: SignedInPerson, body: object) =>
  tests.http(person.headers).post('/voice-tests').send(body);
const errorOf = async (person: SignedInPerson, body: object) => (await start(person, body)).body.error;
const endedByPeople = async () => {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  return Number(/^aics_voice_tests_total\{ended_by="person"\} (\d+)/m.exec(text)?.[1] ?? 0);
};
const set = (settings: object) => tests.accounts().set(account.id, settings);

describe('POST voice-tests', () => {
  it('prepares a test of a saved agent', async () => {
    const { body } = await start(admin, { agent_id: agentId }).expect(200);
    expect(body).toMatchObject({
      object: 'voice_test',
      agent: { id: agentId },
      draft: false,
      status: 'waiting',
      language: 'english',
      tts_model: 'openai',
      voice: 'alloy',
      by: { id: admin.loginId },
      max_seconds: 600,
      latency: null,
      transcript: [],
      outcome: null,
      outcome_state: 'pending',
      socket: `/console/live/voice-tests/${body.id}`,
    });
    expect(body.ticket).toMatch(/^[\w-]{43}$/);
  });

  it('prepares a draft, and warns of variables without a value', async () => {
    const { body } = await start(admin, { draft: DRAFT }).expect(200);
    expect(body).toMatchObject({ agent: { id: null, name: 'Draft' }, draft: true });
    expect(body.warnings).toMatchObject([{ code: 'missing_variable' }]);
  });

  it('requires agents:manage for a draft', async () => {
    const staff = await tests.person(account.id, ['STAFF']);
    await start(staff, { draft: DRAFT }).expect(403);
    await start(staff, { agent_id: agentId }).expect(200);
  });

  it('rejects agent and draft together, neither, and a draft that could not be saved', async () => {
    await start(admin, {}).expect(400);
    await start(admin, { agent_id: agentId, draft: DRAFT }).expect(400);
    const { body } = await start(admin, { draft: { name: 'x' } }).expect(400);
    expect(body.error.details.errors[0].field).toMatch(/^draft\./);
    expect((await errorOf(admin, { draft: { name: 'x' }, contact: 7 })).details.errors).toHaveLength(3);
  });

  it('rejects in the order of the description', async () => {
    const tamil = await makeAgent(service, account, {
      ...ENGLISH,
      name: 'Mute',
      tts_model: 'google',
      voice: 'Kore',
    });
    await set({ voiceTests: 0 });
    expect((await errorOf(admin, { agent_id: 'agent_none' })).code).toBe('agent_not_found');
    expect((await errorOf(admin, { agent_id: tamil })).code).toBe('voice_tests_off');
    await set({ voiceTests: 1 });
    expect(await errorOf(admin, { agent_id: tamil })).toMatchObject({
      code: 'agent_cannot_talk',
      details: { agent_id: tamil, field: 'tts_model', reason: 'The TTS engine google has no key.' },
    });
    const other = await tests.person(account.id, ['STAFF']);
    await start(other, { agent_id: agentId }).expect(200);
    expect(await errorOf(admin, { agent_id: agentId })).toMatchObject({
      code: 'no_room',
      details: { reason: 'All 1 voice tests of the account are in use.' },
    });
  });

  it('replaces a waiting one', async () => {
    const first = await start(admin, { agent_id: agentId }).expect(200);
    const before = await endedByPeople();
    const second = await start(admin, { agent_id: agentId }).expect(200);
    const { body } = await tests.http(admin.headers).get(`/voice-tests/${first.body.id}`).expect(200);
    expect(body).toMatchObject({ status: 'failed', duration_seconds: 0, outcome_state: 'none' });
    expect(await endedByPeople()).toBe(before + 1);
    await tests.http(admin.headers).post(`/voice-tests/${second.body.id}/hang-up`).expect(200);
    expect(await endedByPeople()).toBe(before + 2);
  });

  it('allows 20 an hour for a person', async () => {
    for (let at = 0; at < 20; at++) await start(admin, { agent_id: agentId }).expect(200);
    const refused = await start(admin, { agent_id: agentId }).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    const other = await tests.person(account.id, ['STAFF']);
    await start(other, { agent_id: agentId }).expect(200);
  });

  it('counts the tests of a person in all accounts', async () => {
    const other = await service.account();
    const insert = (prefix: string, status: string, count: number) =>
      service.unitOfWork.affected(
        `INSERT INTO voice_tests (id, account_id, login_id, login_name, agent_name, tts_model, voice, status, created_at,
           max_seconds, turns, outcome_state, recording, host, heartbeat_at)
         SELECT $1 || n, $2, $3, 'Nia', 'Asha', 'openai', 'alloy', $4, $5, 60, '[]', 'none', 'none', 'med_other', $5
         FROM generate_series(1, $6) AS n`,
        [prefix, other.id, admin.loginId, status, service.clock.now(), count],
      );
    const [running, waiting] = [`vtest_talks_${other.id}_`, `vtest_waits_${other.id}_`];
    await insert(running, 'talking', 1);
    const { code, details } = await errorOf(admin, { agent_id: agentId });
    expect([code, details]).toEqual(['voice_test_running', { voice_test_id: `${running}1` }]);
    await service.unitOfWork.affected(`UPDATE voice_tests SET status = 'ended' WHERE login_id = $1`, [
      admin.loginId,
    ]);
    await insert(waiting, 'waiting', 1);
    await start(admin, { agent_id: agentId }).expect(200);
    const row = await service.unitOfWork.row('SELECT status FROM voice_tests WHERE id = $1', [`${waiting}1`]);
    expect(row).toEqual({ status: 'failed' });
    await insert(`vtest_past_${other.id}_`, 'ended', 17);
    await start(admin, { agent_id: agentId }).expect(429);
  });

  it("reserves the account's minutes", async () => {
    await set({ voiceTestMinutes: 11, voiceTests: 20 });
    const second = await tests.person(account.id, ['STAFF']);
    const third = await tests.person(account.id, ['STAFF']);
    expect((await start(admin, { agent_id: agentId })).body.max_seconds).toBe(600);
    expect((await start(second, { agent_id: agentId })).body.max_seconds).toBe(60);
    const refused = await start(third, { agent_id: agentId }).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a voice test', () => {
  it('is read, ended and deleted by its person, and by members who manage agents', async () => {
    const staff = await tests.person(account.id, ['STAFF']);
    const other = await tests.person(account.id, ['STAFF']);
    const { id } = (await start(staff, { agent_id: agentId }).expect(200)).body;
    await tests.http(other.headers).get(`/voice-tests/${id}`).expect(404);
    await tests.http(other.headers).post(`/voice-tests/${id}/hang-up`).expect(404);
    await tests.http(other.headers).delete(`/voice-tests/${id}`).expect(404);
    const list = async (person: SignedInPerson, query = '') =>
      (await tests.http(person.headers).get(`/voice-tests${query}`).expect(200)).body.data;
    expect(await list(other)).toEqual([]);
    expect(await list(staff)).toMatchObject([{ id }]);
    expect((await list(admin, `?agent_id=${agentId}`))[0]).not.toHaveProperty('transcript');
    expect(await list(admin, '?agent_id=agent_other')).toEqual([]);
    const ended = await tests.http(staff.headers).post(`/voice-tests/${id}/hang-up`).expect(200);
    expect(ended.body).toMatchObject({ status: 'failed', ended_by: 'person' });
    const deleted = await tests.http(admin.headers).delete(`/voice-tests/${id}`).expect(200);
    expect(deleted.body).toEqual({ object: 'voice_test', id, deleted: true });
    await tests.http(staff.headers).get(`/voice-tests/${id}`).expect(404);
    expect(await list(staff)).toEqual([]);
  });

  it('counts for the hour after its deletion', async () => {
    for (let at = 0; at < 20; at++) {
      const { id } = (await start(admin, { agent_id: agentId }).expect(200)).body;
      await tests.http(admin.headers).delete(`/voice-tests/${id}`).expect(200);
    }
    await start(admin, { agent_id: agentId }).expect(429);
  });
});

describe('the capacity for voice tests', () => {
  const reasonOf = async (environment: Record<string, string>, tries = 1): Promise<string | undefined> => {
    const own = await TestApp.start(environment);
    try {
      const ownTests = new ConsoleTests(own);
      const { id, key } = await own.account({ voiceTests: 20 });
      const agent_id = await makeAgent(own, { id, key }, ENGLISH);
      let reason: string | undefined;
      for (let at = 0; at < tries; at++) {
        const person = await ownTests.person(id, ['STAFF']);
        const { body } = await ownTests.http(person.headers).post('/voice-tests').send({ agent_id });
        reason = body.error?.details?.reason as string | undefined;
      }
      return reason;
    } finally {
      await own.stop();
    }
  };

  it('leaves a place for real calls', async () => {
    const none = 'The service has no room for another voice test.';
    expect(await reasonOf({ MEDIA_MAX_CALLS: '1' })).toBe(none);
    expect(await reasonOf({ MEDIA_MAX_CALLS: '2' })).toBeUndefined();
    expect(await reasonOf({ MEDIA_MAX_CALLS: '2' }, 2)).toBe(none);
  });

  it('leaves a stream of each engine for real calls', async () => {
    const none = 'Real calls have all streams of openai.';
    expect(await reasonOf({ OPENAI_STT_MAX_STREAMS: '1' })).toBe(none);
    expect(await reasonOf({ OPENAI_TTS_MAX_STREAMS: '2' })).toBeUndefined();
    expect(await reasonOf({ OPENAI_TTS_MAX_STREAMS: '2' }, 2)).toBe(none);
  });

  it('is zero with LIVE_AUDIO=off', async () => {
    const own = await TestApp.start({ LIVE_AUDIO: 'off' });
    try {
      const ownTests = new ConsoleTests(own);
      const person = await ownTests.person((await own.account()).id, ['ADMIN']);
      const { origin } = own;
      for (const [path, method] of [
        ['/console/api/voice-tests', 'POST'],
        ['/console/live/voice-tests/vtest_1', 'GET'],
      ] as const) {
        expect((await fetch(`${origin}${path}`, { method, headers: person.headers })).status).toBe(404);
      }
    } finally {
      await own.stop();
    }
  });
});

test('deletes a voice test after VOICE_TEST_DAYS', async () => {
  const { id } = (await start(admin, { agent_id: agentId }).expect(200)).body;
  await tests.http(admin.headers).post(`/voice-tests/${id}/hang-up`).expect(200);
  await service.advance(6 * 86_400_000);
  const later = async () => (await tests.open(admin.loginId, admin.email)).headers;
  await tests
    .http(await later())
    .get(`/voice-tests/${id}`)
    .expect(200);
  await service.advance(2 * 86_400_000);
  await tests
    .http(await later())
    .get(`/voice-tests/${id}`)
    .expect(404);
});
