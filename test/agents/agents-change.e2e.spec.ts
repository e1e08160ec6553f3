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
const create = async (fields: object = {}) =>
  (
    await http()
      .post('/agents')
      .send({ ...REQUIRED, ...fields })
  ).body;

describe('PATCH /agents/{id}', () => {
  it('changes the fields that were sent, and none for an empty body', async () => {
    const {
      id,
      warnings: _,
      idempotent_replay: __,
      ...before
    } = await create({ pace: 1, dispositions: ['Hot'] });
    const { status, body } = await http()
      .patch(`/agents/${id}`)
      .send({ pace: null, opening_line: '{{city}}' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      id,
      pace: null,
      opening_line: '{{city}}',
      uses_contact_name: false,
      variables: ['city', 'course'],
      updated_at: body.updated_at,
      warnings: [],
    });
    expect(body.updated_at > before.updated_at).toBe(true);
    for (const same of [{}, { pace: null, dispositions: ['Hot'], name: ' Asha ' }]) {
      const unchanged = await http().patch(`/agents/${id}`).send(same);
      expect(unchanged.body).toEqual(body);
      expect(unchanged.headers['etag']).toBe(`"${body.updated_at}"`);
    }
  });

  it('reports the number of canceled calls whenever enabled was sent', async () => {
    const { id } = await create();
    for (const enabled of [true, false, false, true]) {
      expect((await http().patch(`/agents/${id}`).send({ enabled })).body.waiting_calls_canceled).toBe(0);
    }
    expect((await http().patch(`/agents/${id}`).send({ pace: 1 })).body).not.toHaveProperty(
      'waiting_calls_canceled',
    );
  });

  it('rejects a changed engine without one of its voices, and lists the valid ones', async () => {
    const { id } = await create();
    const { status, body } = await http().patch(`/agents/${id}`).send({ tts_model: 'openai' });
    expect([status, body.error.code, body.error.details.field]).toEqual([422, 'invalid_voice', 'voice']);
    expect(body.error.details.valid).toContain('coral');
    expect(body.error.message).toContain('GET /voices?tts_model=openai');
    const changed = await http().patch(`/agents/${id}`).send({ tts_model: 'openai', voice: 'coral' });
    expect(changed.body).toMatchObject({ tts_model: 'openai', voice: 'coral' });
  });

  it('changes the case of a name, and rejects the name of another agent', async () => {
    const { id } = await create();
    const { id: other } = await create({ name: 'Ravi' });
    expect((await http().patch(`/agents/${id}`).send({ name: 'ASHA' })).body.name).toBe('ASHA');
    const { status, body } = await http().patch(`/agents/${id}`).send({ name: 'rAVI', pace: 1 });
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'agent_name_taken',
      { agent_id: other },
    ]);
    expect((await http().get(`/agents/${id}`)).body).toMatchObject({ name: 'ASHA', pace: null });
  });
});

describe('If-Match and expected_updated_at', () => {
  it.each([
    ['bare', (at: string) => at, 200],
    ['quoted', (at: string) => `"${at}"`, 200],
    ['any', () => '*', 200],
    ['one of several', (at: string) => `"2020-01-01T00:00:00Z", "${at}"`, 200],
    [
      'with another offset',
      (at: string) => new Date(Date.parse(at) + 19_800_000).toISOString().replace('Z', '+05:30'),
      200,
    ],
    ['with nine decimals', (at: string) => at.replace('Z', '000000Z'), 200],
    ['weak', (at: string) => `W/"${at}"`, 409],
    ['a nanosecond off', (at: string) => at.replace('Z', '000001Z'), 409],
    ['another', () => '"2020-01-01T00:00:00.000Z"', 409],
    ['no date-time', () => '"v1"', 400],
    ['without an offset', (at: string) => at.replace('Z', ''), 400],
    ['empty', () => '', 400],
  ])('%s', async (_, tag: (at: string) => string, status) => {
    const { id, updated_at } = await create();
    const answer = await http().patch(`/agents/${id}`).set('If-Match', tag(updated_at)).send({ pace: 1 });
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.body.error.details.errors).toMatchObject([{ field: 'headers.If-Match' }]);
    if (status === 409)
      expect(answer.body.error).toMatchObject({ code: 'version_conflict', details: { updated_at } });
  });

  it('reports them together with the other fields, each once', async () => {
    const { id, updated_at } = await create();
    const fieldsOf = async (tag: string, body: object) => {
      const answer = await http().patch(`/agents/${id}`).set('If-Match', tag).send(body);
      expect(answer.status).toBe(400);
      return answer.body.error.details.errors.map(({ field }: { field: string }) => field).sort();
    };
    expect(await fieldsOf('x', { pace: 9, expected_updated_at: 'x' })).toEqual([
      'expected_updated_at',
      'headers.If-Match',
      'pace',
    ]);
    expect(await fieldsOf(updated_at, { expected_updated_at: '2020-01-01T00:00:00Z' })).toEqual([
      'expected_updated_at',
    ]);
    for (const value of [null, 5, '', '2026-11-20']) {
      expect(await fieldsOf(updated_at, { expected_updated_at: value })).toEqual(['expected_updated_at']);
    }
    const both = http().patch(`/agents/${id}`).set('If-Match', `"${updated_at}"`);
    expect((await both.send({ expected_updated_at: updated_at, pace: 1 })).status).toBe(200);
  });
});
