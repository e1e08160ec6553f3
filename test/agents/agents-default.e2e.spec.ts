import { AgentWaitingCalls } from '../../src/calls/application/agent-waiting-calls';
import { type TestAccount, TestApp } from '../harness/app';

const REQUIRED = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  // Without a line every call waits.
  account = await service.account({ lines: 0 });
});

const http = () => service.http(account);
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
  it('is none at first, then the first agent that can call out, by creation or change', async () => {
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

  it('can be set to agents that can call, without a new version of either', async () => {
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
  ])('stays after a change to %j, with a warning', async (patch, field, code) => {
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

describe('disabling an agent', () => {
  const call = (agent_id: string, last: number) =>
    http()
      .post('/calls')
      .send({ agent_id, phone_number: `+9198765000${String(last).padStart(2, '0')}` });

  it('cancels the waiting calls, each with its final event, and reports their number; twice is 0', async () => {
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
    [{ enabled: false }, 1, /turned off/],
    [{ direction: 'inbound' }, 1, /only answers calls/],
    [{ direction: 'both' }, undefined, /free line/],
  ])('cancels waiting calls also after a PATCH of %j, and reports why', async (patch, canceled, reason) => {
    const { id } = await create();
    const waiting = (await call(id, 20)).body.id as string;
    expect((await http().patch(`/agents/${id}`).send(patch)).body.waiting_calls_canceled).toBe(canceled);
    expect((await http().get(`/calls/${waiting}`)).body.status_reason).toMatch(reason);
  });

  it('leaves calls of a crashed cancel to a sweep, but not those of an agent that is enabled again', async () => {
    const ofAgents = service.app.get(AgentWaitingCalls, { strict: false });
    const status = async (callId: string) => (await http().get(`/calls/${callId}`)).body.status as string;
    const { id } = await create();
    const crash = jest.spyOn(ofAgents, 'cancel').mockResolvedValue();
    const waiting = (await call(id, 40)).body.id as string;
    const off = await http().post(`/agents/${id}/disable`);
    expect(off.body.waiting_calls_canceled).toBe(1);
    const stopped = crash.mock.calls[0]![0];
    crash.mockRestore();
    expect(await status(waiting)).toBe('queued');
    await ofAgents.cancelLeft();
    expect(await status(waiting)).toBe('canceled');

    await http().patch(`/agents/${id}`).send({ enabled: true });
    await service.advance(1_000);
    const later = (await call(id, 40)).body.id as string;
    await ofAgents.cancel(stopped);
    await ofAgents.cancelLeft();
    expect(await status(later)).toBe('queued');
  });

  it('accepts no body, and returns the agents', async () => {
    const { id } = await create();
    const { status, body } = await http().post(`/agents/${id}/disable`).send({ enabled: false, a: 1 });
    expect(status).toBe(400);
    expect(body.error.details.errors.map(({ field }: { field: string }) => field)).toEqual(['enabled', 'a']);
    const { body: list } = await http().post(`/agents/${id}/disable`).send([]);
    expect(list.error.details.errors).toMatchObject([{ field: 'body' }]);
    expect((await http().post('/agents/agent_no/disable')).body.error.code).toBe('agent_not_found');
  });

  it('cancels 10,000 waiting calls at once, each with its final event', async () => {
    const { id } = await create({ name: 'Busy' });
    await call(id, 30);
    await service.unitOfWork.affected(
      `INSERT INTO calls SELECT (json_populate_record(c, json_build_object(
         'id', 'call_' || lpad(n::text, 26, '0'), 'phone_number', '+91999' || lpad(n::text, 7, '0')))).*
       FROM calls c CROSS JOIN generate_series(1, 9999) AS n WHERE c.agent_id = $1`,
      [id],
    );
    const { body } = await http().post(`/agents/${id}/disable`);
    expect(body.waiting_calls_canceled).toBe(10_000);
    const row = await service.unitOfWork.row(
      `SELECT count(DISTINCT call_id)::int AS events FROM webhook_events JOIN calls ON calls.id = call_id
       WHERE agent_id = $1 AND status = 'canceled' AND type = 'call.not_connected'`,
      [id],
    );
    expect(row).toEqual({ events: 10_000 });
  });
});
