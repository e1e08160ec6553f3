import { AgentEditor } from '../src/agents';
import { ENGINE_IDS } from '../src/agents/domain/voice-catalogue';
import { type TestAccount, TestApp } from './harness/app';

const REQUIRED = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account({ lines: 0 });
});

const http = () => service.http(account);
const editor = () => service.app.get(AgentEditor, { strict: false });
const create = async (fields: object = {}) => {
  const { body } = await http()
    .post('/agents')
    .send({ ...REQUIRED, ...fields });
  expect(body.error).toBeUndefined();
  return body;
};
const setting = async () => (await http().get('/settings/default-agent')).body;
const choose = (agent_id: unknown) => http().put('/settings/default-agent').send({ agent_id });

describe('the default agent', () => {
  it('is nobody at first; then the first that can call out, by creation or by a change', async () => {
    expect(await setting()).toEqual({
      object: 'default_agent',
      agent_id: null,
      agent: null,
      ai_calling_provider: 'simulator',
      warnings: [],
    });
    expect((await create({ name: 'Off', enabled: false })).is_default).toBe(false);
    const inbound = await create({ name: 'In', direction: 'inbound' });
    expect(inbound.is_default).toBe(false);
    const changed = await http().patch(`/agents/${inbound.id}`).send({ direction: 'both' });
    expect(changed.body.is_default).toBe(true);
    expect((await create({ name: 'Later' })).is_default).toBe(false);
    expect(await setting()).toEqual({
      object: 'default_agent',
      agent_id: inbound.id,
      agent: {
        id: inbound.id,
        object: 'agent',
        name: 'In',
        enabled: true,
        direction: 'both',
        deleted: false,
      },
      ai_calling_provider: 'simulator',
      warnings: [],
    });
  });

  it('is chosen among those that can call, without a new version of either', async () => {
    const first = await create();
    const second = await create({ name: 'Ravi' });
    const { status, body } = await choose(second.id);
    expect([status, body.agent_id, body.warnings]).toEqual([200, second.id, []]);
    expect(await setting()).toEqual(body);
    for (const { id, updated_at } of [first, second]) {
      expect((await http().get(`/agents/${id}`)).body).toMatchObject({
        updated_at,
        is_default: id === second.id,
      });
    }
    const off = await create({ name: 'Off', enabled: false });
    const inbound = await create({ name: 'In', direction: 'inbound' });
    const refusals: [unknown, number, string][] = [
      ['agent_no', 404, 'agent_not_found'],
      [off.id, 409, 'agent_disabled'],
      [inbound.id, 409, 'agent_inbound_only'],
      ['', 400, 'invalid_request'],
      [null, 400, 'invalid_request'],
      [undefined, 400, 'invalid_request'],
      [5, 400, 'invalid_request'],
    ];
    for (const [id, wanted, code] of refusals) {
      const answer = await choose(id);
      expect([answer.status, answer.body.error.code]).toEqual([wanted, code]);
    }
    expect((await setting()).agent_id).toBe(second.id);
  });

  it.each([
    [{ enabled: false }, 'enabled', 'agent_disabled'],
    [{ direction: 'inbound' }, 'direction', 'agent_inbound_only'],
  ])('stays when it is changed to %j, with a warning', async (patch, field, code) => {
    const { id } = await create();
    const code_ = 'default_agent_cannot_call';
    expect((await http().patch(`/agents/${id}`).send(patch)).body.warnings).toMatchObject([
      { field, code: code_ },
    ]);
    expect(await setting()).toMatchObject({ agent_id: id, warnings: [{ field: 'agent_id', code: code_ }] });
    const { status, body } = await http().post('/calls').send({ phone_number: '+919876500001' });
    expect([status, body.error.code]).toEqual([409, code]);
    await create({ name: 'Ravi' });
    expect((await setting()).agent_id).toBe(id);
  });
});

describe('disabling', () => {
  const call = (agent_id: string, last: number) =>
    http()
      .post('/calls')
      .send({ agent_id, phone_number: `+9198765000${String(last).padStart(2, '0')}` });

  it('cancels the waiting calls, each with its final event, and says how many; twice is 0', async () => {
    const { id } = await create();
    const { id: other } = await create({ name: 'Ravi' });
    const calls = await Promise.all([10, 11, 12].map(async (last) => (await call(id, last)).body.id));
    const kept = (await call(other, 13)).body.id;
    const { status, body, headers } = await http().post(`/agents/${id}/disable`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, enabled: false, waiting_calls_canceled: 3, configuration: 'full' });
    expect(body.warnings).toMatchObject([{ code: 'default_agent_cannot_call' }]);
    expect(headers['etag']).toBe(`"${body.updated_at}"`);
    for (const callId of calls) expect((await http().get(`/calls/${callId}`)).body.status).toBe('canceled');
    expect((await http().get(`/calls/${kept}`)).body.status).toBe('queued');
    const events = await service.unitOfWork.rows<{ call_id: string; type: string }>(
      'SELECT call_id, type FROM webhook_events WHERE account_id = $1 ORDER BY call_id',
      [account.id],
    );
    expect(events).toEqual([...calls].sort().map((call_id) => ({ call_id, type: 'call.not_connected' })));

    const again = await http().post(`/agents/${id}/disable`).send({});
    expect(again.body).toMatchObject({ waiting_calls_canceled: 0, updated_at: body.updated_at });
    const on = await http().patch(`/agents/${id}`).send({ enabled: true });
    expect(on.body).toMatchObject({ enabled: true, waiting_calls_canceled: 0, warnings: [] });
    for (const callId of calls) expect((await http().get(`/calls/${callId}`)).body.status).toBe('canceled');
  });

  it.each([
    [{ enabled: false }, 1],
    [{ direction: 'inbound' }, 1],
    [{ direction: 'both' }, undefined],
  ])('by a PATCH of %j cancels as well', async (patch, canceled) => {
    const { id } = await create();
    await call(id, 20);
    expect((await http().patch(`/agents/${id}`).send(patch)).body.waiting_calls_canceled).toBe(canceled);
  });

  it('takes no body, and knows its agents', async () => {
    const { id } = await create();
    expect((await http().post(`/agents/${id}/disable`).send({ enabled: false })).status).toBe(400);
    expect((await http().post('/agents/agent_no/disable')).body.error.code).toBe('agent_not_found');
  });

  it('cancels 10,000 waiting calls in under 2 s', async () => {
    const { id } = await create();
    await call(id, 30);
    await service.unitOfWork.affected(
      `INSERT INTO calls SELECT (json_populate_record(c, json_build_object(
         'id', 'call_' || lpad(n::text, 26, '0'), 'phone_number', '+91999' || lpad(n::text, 7, '0')))).*
       FROM calls c CROSS JOIN generate_series(1, 9999) AS n WHERE c.agent_id = $1`,
      [id],
    );
    const began = performance.now();
    const { body } = await http().post(`/agents/${id}/disable`);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(body.waiting_calls_canceled).toBe(10_000);
    const row = await service.unitOfWork.row(
      `SELECT count(*)::int AS events FROM webhook_events WHERE account_id = $1 AND type = 'call.not_connected'`,
      [account.id],
    );
    expect(row).toEqual({ events: 10_000 });
  });
});

describe('GET /agents', () => {
  it('lists those that are on and can call out, by folded name', async () => {
    for (const name of ['bela', 'Ähnlich', 'Anil', 'ßeta', 'Zoya', 'अमृता', 'anand']) await create({ name });
    await create({ name: 'Off', enabled: false });
    await create({ name: 'In', direction: 'inbound' });
    await create({
      name: 'Both',
      direction: 'both',
      language: 'odia',
      tts_model: 'sarvam',
      opening_line: '{{name}} {{a}}',
    });
    const { status, body } = await http().get('/agents');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', has_more: false });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'anand',
      'Anil',
      'bela',
      'Both',
      'ßeta',
      'Zoya',
      'Ähnlich',
      'अमृता',
    ]);
    expect(body.data[3]).toEqual({
      id: expect.any(String),
      object: 'agent',
      name: 'Both',
      language: 'odia',
      uses_contact_name: true,
      variables: ['a'],
    });
    expect((await http().get('/agents?limit=5')).body.error.details.errors).toMatchObject([
      { field: 'query.limit' },
    ]);
  });

  it('is whole for 5,000 agents with long scripts', async () => {
    const { id } = await create({ system_prompt: 'न'.repeat(60_000), opening_line: '{{a}}' });
    await service.unitOfWork.affected(
      `INSERT INTO agents SELECT (json_populate_record(a, json_build_object(
         'id', 'agent_' || n, 'name', 'A' || n, 'name_folded', 'a' || n))).*
       FROM agents a CROSS JOIN generate_series(1, 4999) AS n WHERE a.id = $1`,
      [id],
    );
    const began = performance.now();
    const { body } = await http().get('/agents');
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(body.data).toHaveLength(5_000);
    expect(body.has_more).toBe(false);
  });
});

describe('GET /voices', () => {
  it('lists every engine with its voices; google is the default', async () => {
    const { status, body } = await http().get('/voices');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', has_more: false });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ENGINE_IDS);
    expect(body.data.filter((engine: { default: boolean }) => engine.default)).toHaveLength(1);
    const { voices, ...google } = body.data[0];
    expect(google).toEqual({
      object: 'voice_engine',
      id: 'google',
      name: 'Google Chirp 3: HD',
      default: true,
      languages: expect.arrayContaining(['hi-IN', 'en-IN']),
      supports: { pace: true, temperature: false, voice_modulation: false },
      credits_per_minute: 6,
    });
    expect(voices).toContainEqual({
      object: 'voice',
      id: 'Aoede',
      name: 'Aoede',
      gender: 'female',
      languages: expect.arrayContaining(['hi-IN']),
      default: true,
    });
  });

  it.each([
    ['tts_model=azure', ['azure']],
    ['language=odia', ['sarvam', 'azure', 'local']],
    ['language=ORIYA', []],
    ['language=or-in&tts_model=google', []],
    ['language=or&tts_model=local', ['local']],
    ['tts_model=nokia', []],
    ['tts_model=', []],
    ['language=', []],
  ])('filters by %s', async (query, engines) => {
    const { status, body } = await http().get(`/voices?${query}`);
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(engines);
  });

  it('refuses what it does not know, and NUL', async () => {
    const { body } = await http().get('/voices?gender=male&language=%00');
    expect(body.error.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'query.gender',
      'query.language',
    ]);
  });

  it('lists voices with which an agent can be made', async () => {
    const { body } = await http().get('/voices?language=tamil');
    for (const engine of body.data) {
      const [voice] = engine.voices.slice(-1);
      expect(
        await create({ name: engine.id, tts_model: engine.id, language: 'tamil', voice: voice.id }),
      ).toMatchObject({
        voice: voice.id,
      });
    }
  });
});

describe('what the operator enters', () => {
  it("booking pages and approved templates are the account's own options", async () => {
    const { resources } = editor();
    const page = await resources.addBookingPage(account.id, 'Visits');
    expect(page).toMatchObject({ id: expect.stringMatching(/^bpage_/), name: 'Visits' });
    const foreign = await resources.addBookingPage((await service.account()).id, 'Theirs');
    await resources.addTemplate(account.id, 'brochure', false);
    const rules = [
      { action_type: 'book_meeting', booking_page_id: page!.id },
      { action_type: 'send_whatsapp', template_name: 'brochure' },
    ];
    const send = (fields: object) =>
      http()
        .post('/agents')
        .send({ ...REQUIRED, ...fields });
    const unapproved = await send({ send_rules: rules });
    expect([unapproved.status, unapproved.body.error.details]).toEqual([
      422,
      { field: 'send_rules[1].template_name', valid: [] },
    ]);
    await resources.addTemplate(account.id, 'brochure', true);
    expect((await send({ send_rules: rules, booking_page_id: page!.id })).body).toMatchObject({
      send_rules: rules,
      booking_page_id: page!.id,
    });
    for (const booking_page_id of [foreign!.id, '']) {
      const { status, body } = await send({ name: 'Ravi', booking_page_id });
      expect([status, body.error.code, body.error.details.valid]).toEqual([
        422,
        'booking_page_not_found',
        [page!.id],
      ]);
    }
    expect(await resources.addBookingPage('acct_no', 'x')).toBeNull();
    expect(await resources.addTemplate('acct_no', 'x', true)).toBeNull();
  });

  it('the speech cache mode is a save like any other', async () => {
    const { id, updated_at } = await create();
    expect(await editor().setSpeechCacheMode(id, 'fixed')).toMatchObject({ speech_cache_mode: 'fixed' });
    const { body } = await http().get(`/agents/${id}`);
    expect(body.speech_cache_mode).toBe('fixed');
    expect(body.updated_at > updated_at).toBe(true);
    expect(await editor().setSpeechCacheMode('agent_no', 'off')).toBeNull();
  });
});
