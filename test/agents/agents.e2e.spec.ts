import { AgentResources } from '../../src/agents';
import { type TestAccount, TestApp } from '../harness/app';

const REQUIRED = { name: 'Asha', opening_line: 'Namaste {{name}}', system_prompt: 'Sell {{course}}.' };

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
});

const http = () => service.http(account);
const create = async (fields: object = {}) => {
  const answer = await http()
    .post('/agents')
    .send({ ...REQUIRED, ...fields });
  expect(answer.body.error).toBeUndefined();
  return answer.body;
};
const resources = () => service.app.get(AgentResources, { strict: false });

describe('POST /agents', () => {
  it('creates an agent with the defaults of the description', async () => {
    const { status, body, headers } = await http().post('/agents').send(REQUIRED);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...REQUIRED,
      id: expect.stringMatching(/^agent_[0-9a-z]{26}$/),
      object: 'agent',
      enabled: true,
      direction: 'outbound',
      language: null,
      tts_model: 'google',
      voice: 'Aoede',
      extraction_questions: [],
      dispositions: [],
      handoff_numbers: [],
      max_call_minutes: null,
      pace: null,
      temperature: null,
      voice_modulation: null,
      booking_page_id: null,
      send_rules: [],
      voicemail: { action: 'leave_message', message: null },
      interruption: 'normal',
      patience: 'normal',
      keyterms: [],
      pronunciations: [],
      tool_ids: [],
      built_in_tools: [],
      is_default: true,
      speech_cache_mode: 'off',
      configuration: 'full',
      uses_contact_name: true,
      variables: ['course'],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      warnings: [],
      idempotent_replay: false,
    });
    expect(headers['etag']).toBe(`"${body.updated_at}"`);
    const read = await http().get(`/agents/${body.id}`);
    const { warnings: _, idempotent_replay: __, ...agent } = body;
    expect(read.body).toEqual(agent);
    expect(read.headers['etag']).toBe(`"${body.updated_at}"`);
  });

  it('warns of a setting that the engine does not support', async () => {
    const { warnings } = await create({ voice_modulation: 2 });
    expect(warnings).toMatchObject([{ field: 'voice_modulation', code: 'not_supported_by_engine' }]);
  });

  it('rejects names that differ by case alone, in every script, and returns the other agent', async () => {
    for (const [name, same] of [
      ['STRASSE', 'straße'],
      ['ΟΔΟΣ', ' οδος '],
      ['Café', 'cafe\u0301'],
      ['ड़', 'ड\u093c'],
      ['ДОМ', 'дом'],
    ]) {
      const { id } = await create({ name });
      const { status, body } = await http()
        .post('/agents')
        .send({ ...REQUIRED, name: same });
      expect(status).toBe(409);
      expect(body.error).toMatchObject({ code: 'agent_name_taken', details: { agent_id: id } });
    }
    const other = await service.account();
    expect(
      (
        await service
          .http(other)
          .post('/agents')
          .send({ ...REQUIRED, name: 'strasse' })
      ).status,
    ).toBe(201);
  });

  it("accepts handoff numbers of the account's countries only", async () => {
    account = await service.account({ countries: ['IN'] });
    const body = { ...REQUIRED, handoff_numbers: ['+91 98765 43210', '+14155552671'] };
    const { status, body: refusal } = await http().post('/agents').send(body);
    expect(status).toBe(400);
    expect(refusal.error.details.errors).toEqual([
      { field: 'handoff_numbers[1]', message: expect.stringMatching(/IN/) },
    ]);
  });

  it('replays an Idempotency-Key with the agent as it is now', async () => {
    const send = (body: object) => http().post('/agents').set('Idempotency-Key', 'k-1').send(body);
    const first = await send({ ...REQUIRED, pace: 1, temperature: 1 });
    expect(first.status).toBe(201);
    expect(first.body.warnings).toHaveLength(1);
    await http().patch(`/agents/${first.body.id}`).send({ name: 'Ravi', temperature: null });
    const again = await send({ temperature: 1, pace: 1.0, ...REQUIRED });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      id: first.body.id,
      name: 'Ravi',
      temperature: null,
      warnings: first.body.warnings,
      idempotent_replay: true,
    });
    expect(again.headers['etag']).toBe(`"${again.body.updated_at}"`);
    const reused = await send({ ...REQUIRED, pace: 1.5 });
    expect([reused.status, reused.body.error.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('leaves the Idempotency-Key unused when the request failed', async () => {
    const { id } = await create();
    const send = (name: string) =>
      http()
        .post('/agents')
        .set('Idempotency-Key', 'k-2')
        .send({ ...REQUIRED, name });
    expect((await send('ASHA')).body.error.details).toEqual({ agent_id: id });
    expect((await send('Ravi')).status).toBe(201);
  });
});

describe('the order of checks', () => {
  /** Everything wrong; each step mends the first, in the order of the decisions. */
  it('matches the decisions, on POST and PATCH alike', async () => {
    const page = await resources().addBookingPage(account.id, 'Visits');
    await create({ name: 'Taken' });
    const { id, updated_at } = await create({ name: 'Mine' });
    const wrong: Record<string, unknown> = {
      name: 'TAKEN',
      opening_line: 'x',
      system_prompt: 'x',
      tts_model: 'nokia',
      language: 'klingon',
      voice: 'nobody',
      booking_page_id: 'bpage_none',
      send_rules: [{ action_type: 'send_email' }],
    };
    const steps: [string, object, string | null][] = [
      ['unsupported_tts_model', { tts_model: 'azure' }, 'tts_model'],
      ['unsupported_language', { language: 'tamil' }, 'language'],
      ['invalid_voice', { voice: 'hi-IN-SwaraNeural' }, 'voice'],
      ['voice_language_mismatch', { voice: 'ta-IN-PallaviNeural' }, 'voice'],
      ['booking_page_not_found', { booking_page_id: page!.id }, 'booking_page_id'],
      ['invalid_agent', { send_rules: [] }, 'send_rules[0].message_body'],
      ['agent_name_taken', {}, null],
    ];
    const stale = await http()
      .patch(`/agents/${id}`)
      .send({ ...wrong, expected_updated_at: '2020-01-01T00:00:00Z' });
    expect([stale.status, stale.body.error]).toMatchObject([
      409,
      { code: 'version_conflict', details: { updated_at } },
    ]);
    for (const [code, mend, field] of steps) {
      for (const answer of [
        await http().post('/agents').send(wrong),
        await http().patch(`/agents/${id}`).set('If-Match', updated_at).send(wrong),
      ]) {
        expect(answer.body.error).toMatchObject({ code });
        expect(answer.status).toBe(code === 'agent_name_taken' ? 409 : 422);
        if (field !== null)
          expect(answer.body.error.details).toMatchObject({ field, valid: expect.any(Array) });
      }
      Object.assign(wrong, mend);
    }
  });

  it('validates fields before the resource, and the scope before both', async () => {
    expect((await http().patch('/agents/agent_no').send({ pace: 9 })).status).toBe(400);
    const missing = await http().patch('/agents/agent_no').send({ pace: 1 });
    expect([missing.status, missing.body.error]).toMatchObject([
      404,
      { code: 'agent_not_found', details: { agent_id: 'agent_no' } },
    ]);
    const reader = { key: await service.key(account.id, ['calls:read']) };
    const refused = await service.http(reader).patch('/agents/agent_no').send({ pace: 9 });
    expect(refused.body.error).toMatchObject({
      code: 'insufficient_scope',
      details: { required_scope: 'agents:manage' },
    });
  });

  it('returns 404 for an agent of another account', async () => {
    const { id } = await create();
    const other = service.http(await service.account());
    const answers = [
      await other.get(`/agents/${id}`),
      await other.patch(`/agents/${id}`).send({ pace: 1 }),
      await other.post(`/agents/${id}/disable`),
      await other.put('/settings/default-agent').send({ agent_id: id }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      answers.map(() => [404, 'agent_not_found']),
    );
  });
});
