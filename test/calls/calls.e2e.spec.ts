import { Accounts } from '../../src/accounts';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import type { Schema } from '../harness/api';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

let service: TestApp;
let account: TestAccount;
let agent_id: string;
let calls: CallTests;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ lines: 50 });
  agent_id = await makeAgent(service, account);
  calls = new CallTests(service, account, agent_id);
});
afterAll(() => service.stop());

const events = (callId: string) =>
  service.app
    .get(UnitOfWork, { strict: false })
    .rows<{ type: string; body: string }>('SELECT type, body FROM webhook_events WHERE call_id = $1', [
      callId,
    ]);

/** Who answered and who ended it, by ending; the others were not answered. */
const PARTIES: Readonly<Record<string, readonly [string, string]>> = {
  '0001': ['human', 'agent'],
  '0005': ['voicemail', 'agent'],
  '0006': ['human', 'agent'],
  '0007': ['human', 'contact'],
  '0008': ['human', 'agent'],
  '0009': ['human', 'agent'],
  '0010': ['unknown', 'agent'],
  '0011': ['human', 'agent'],
  '0013': ['human', 'carrier'],
  '0014': ['human', 'agent'],
  '5678': ['human', 'agent'],
};

describe('a call on the simulated network', () => {
  test.each([
    ['0001', { status: 'completed', outcome: { disposition: 'Interested' } }],
    ['0002', { status: 'busy', outcome: null }],
    ['0003', { status: 'no_answer', outcome: null }],
    ['0004', { status: 'failed', outcome: null }],
    ['0005', { status: 'completed', outcome: { disposition: 'Voicemail' } }],
    [
      '0006',
      {
        status: 'completed',
        outcome: { disposition: 'Callback', callback_requested: true, follow_up: 'CALL_LATER' },
      },
    ],
    ['0007', { status: 'completed', outcome: { disposition: 'Incomplete' } }],
    ['0008', { status: 'completed', outcome: { disposition: 'Do_Not_Call' } }],
    ['0009', { status: 'completed', outcome: { disposition: 'Interested' } }],
    ['0010', { status: 'completed', outcome: { disposition: 'Incomplete' } }],
    ['0011', { status: 'completed', outcome: { disposition: 'Wrong_Number' } }],
    ['0013', { status: 'completed', status_reason: expect.stringContaining('connection') }],
    ['0014', { status: 'completed', status_reason: expect.stringContaining('limit'), duration_seconds: 600 }],
    ['0015', { status: 'failed', status_reason: expect.any(String) }],
    ['5678', { status: 'completed' }],
  ])('ends by its digits: %s', async (ending, expected) => {
    const { id } = await calls.queue({ phone_number: number(ending) });
    const call = await calls.final(id);
    expect(call).toMatchObject(expected);
    expect(call['ended_at']).toEqual(expect.any(String));
    expect([call.answered_by, call.ended_by].filter(Boolean)).toEqual(PARTIES[ending] ?? []);
    expect(call.direction).toBe('outbound');
    expect(call).not.toHaveProperty('account_number');
    const made = await events(id);
    expect(made).toHaveLength(1);
    expect(made[0]?.type).toBe(call['status'] === 'completed' ? 'call.completed' : 'call.not_connected');
    // The event holds the call as the API returns it; each time it is shown its link is a fresh one.
    const data = (JSON.parse(made[0]?.body ?? '{}') as { data: Schema<'Call'> }).data;
    const link = { recording_url: expect.any(String), recording_expires_at: expect.any(String) };
    expect(data).toEqual(call['status'] === 'completed' ? { ...call, ...link } : call);
    const { data: timeline } = await service.api(account).get(`/calls/${id}/timeline`);
    const types = timeline.map(({ type }) => type);
    expect(types[0]).toBe('accepted');
    expect(types.filter((type) => type === 'carrier_asked')).toHaveLength(ending === '0009' ? 3 : 1);
    expect(types).toContain('event_made');
  });
});

describe('POST /calls with an Idempotency-Key', () => {
  test.each([
    ['no warning', { contact: { name: 'Rohan' } }, []],
    ['a warning', { variables: { date: 'today' } }, ['reserved_variable', 'missing_variable']],
  ])('replays the call with %s, and leaves the key of a refused one free', async (_, more, codes) => {
    const queued = await service.account({ lines: 0 });
    const body = { agent_id: await makeAgent(service, queued), phone_number: number(), ...more };
    const post = (sent: object) =>
      service.http(queued).post('/calls').set('Idempotency-Key', 'lead-1').send(sent);
    await post({ ...body, agent_id: 'agent_nope' }).expect(404);
    const [made, again] = [(await post(body).expect(200)).body, (await post(body).expect(200)).body];
    expect((made.warnings as { code: string }[]).map(({ code }) => code)).toEqual(codes);
    expect(again).toEqual({ ...made, idempotent_replay: true });
    expect((await post({ ...body, phone_number: number() })).body.error.code).toBe('idempotency_key_reused');
  });
});

describe('a waiting call', () => {
  test('is canceled while it is queued; later the cancel returns the status', async () => {
    const { id } = await calls.queue({
      scheduled_for: new Date(service.clock.nowMs() + 3_600_000).toISOString(),
    });
    const canceled = await service.http(account).post(`/calls/${id}/cancel`).expect(200);
    expect(canceled.body).toMatchObject({ id, status: 'canceled', ended_at: expect.any(String) });
    const { body } = await service.http(account).post(`/calls/${id}/cancel`).expect(409);
    expect(body.error).toMatchObject({ code: 'call_not_cancelable', details: { status: 'canceled' } });
    expect(await events(id)).toHaveLength(1);
  });

  test('waits for calling hours with that reason, and is dialed when they begin', async () => {
    const night = await service.account();
    const now = service.clock.now();
    const minutes = (offset: number) => (now.getUTCHours() * 60 + now.getUTCMinutes() + offset + 1440) % 1440;
    const accounts = service.app.get(Accounts, { strict: false });
    const hours = { opensAtMinute: minutes(120), closesAtMinute: minutes(180) };
    await accounts.set(night.id, { timezone: 'UTC', ...hours });
    const agent = await makeAgent(service, night);
    const call = await calls.queue({ agent_id: agent, phone_number: number('0002') }, night);
    expect(call['status']).toBe('queued');
    expect(call['status_reason']).toMatch(
      /^Outside calling hours: will be called from \d\d:\d\d on \d+ \w+ \(UTC\)$/,
    );
    expect(Date.parse(call['scheduled_for'] as string)).toBeGreaterThan(now.getTime());
    const types = async () => {
      const { data } = await service.api(night).get(`/calls/${call.id}/timeline`);
      return data.map(({ type }) => type);
    };
    await eventually(async () => {
      expect(await types()).toContain('held');
    });
    await accounts.set(night.id, { opensAtMinute: null, closesAtMinute: null });
    expect((await calls.final(call['id'], night))['status']).toBe('busy');
    expect((await types()).slice(0, 4)).toEqual(['accepted', 'held', 'released', 'line_taken']);
  });

  test('has in its timeline until when it waits, when its schedule ends outside calling hours', async () => {
    const night = await service.account();
    const [noon, five] = ['T12:00:00.000Z', 'T17:00:00.000Z'].map(
      (time) => new Date(service.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10) + time,
    );
    const hours = { opensAtMinute: 17 * 60, closesAtMinute: 18 * 60 };
    await service.app.get(Accounts, { strict: false }).set(night.id, { timezone: 'UTC', ...hours });
    const agent_id = await makeAgent(service, night);
    const call = await calls.queue({ agent_id, scheduled_for: noon }, night);
    expect(call).toMatchObject({
      scheduled_for: five,
      status_reason: expect.stringMatching(/from 17:00 on/),
    });
    const { data } = await service.api(night).get(`/calls/${call.id}/timeline`);
    expect(data[1]).toMatchObject({ type: 'held', message: call.status_reason });
  });

  test('waits for the gap after a call to the same number', async () => {
    const phone_number = number('0002');
    await calls.final((await calls.queue({ phone_number }))['id']);
    const held = await calls.queue({ phone_number });
    expect(held['status_reason']).toMatch(/^Too soon after the last call to this number/);
    const gap = Date.parse(held['scheduled_for'] as string) - service.clock.nowMs();
    expect(gap).toBeGreaterThan(3_500_000);
    expect(gap).toBeLessThanOrEqual(3_600_000);
  });

  test('is dialed when the operator lifts the rule that it waited for', async () => {
    const gapped = await service.account();
    const agent = await makeAgent(service, gapped);
    const phone_number = number('0002');
    await calls.final((await calls.queue({ agent_id: agent, phone_number }, gapped))['id'], gapped);
    const held = await calls.queue({ agent_id: agent, phone_number }, gapped);
    await eventually(async () => {
      const { data } = await service.api(gapped).get(`/calls/${held.id}/timeline`);
      expect(data.map(({ type }) => type)).toContain('held');
    });
    await service.app.get(Accounts, { strict: false }).set(gapped.id, { recallGapSeconds: 0 });
    expect(await calls.final(held['id'], gapped)).toMatchObject({ status: 'busy' });
    const { data } = await service.api(gapped).get(`/calls/${held.id}/timeline`);
    expect(data.map(({ type }) => type).slice(0, 4)).toEqual(['accepted', 'held', 'released', 'line_taken']);
  });

  test.each([{ dailyPerNumber: 0 }, { dailyLimit: 0 }])(
    'waits without a date for a limit of 0 (%j), and is dialed when the operator raises it',
    async (limit) => {
      const stopped = await service.account(limit);
      const agent = await makeAgent(service, stopped);
      const call = await calls.queue({ agent_id: agent, phone_number: number('0002') }, stopped);
      expect(call['status_reason']).toMatch(/limit of a day is 0/);
      expect(call).not.toHaveProperty('scheduled_for');
      await service.advance(60_000);
      expect((await calls.read(call['id'], stopped))['status_reason']).toMatch(/limit of a day is 0/);
      await eventually(async () => {
        const { data } = await service.api(stopped).get(`/calls/${call.id}/timeline`);
        const holds = data.filter(({ type }) => type === 'held').map(({ message }) => message);
        expect(holds).toEqual(['The operator lets this account make no calls: the limit of a day is 0.']);
      });
      await service.app
        .get(Accounts, { strict: false })
        .set(stopped.id, { dailyPerNumber: 3, dailyLimit: 3 });
      expect(await calls.final(call['id'], stopped)).toMatchObject({ status: 'busy' });
    },
  );

  test('expires when it was not dialed in time', async () => {
    const poor = await service.account({ credits: '6', lines: 0 });
    const agent = await makeAgent(service, poor);
    const { id, status_reason } = await calls.queue({ agent_id: agent }, poor);
    expect(status_reason).toMatch(/free line/);
    await service.app
      .get(UnitOfWork, { strict: false })
      .affected(`UPDATE calls SET queued_from = queued_from - interval '73 hours' WHERE id = $1`, [id]);
    await service.advance(0);
    expect(await calls.final(id, poor)).toMatchObject({
      status: 'expired',
      status_reason: expect.any(String),
    });
    expect(await events(id)).toHaveLength(1);
  });
});
