import { Accounts } from '../src/accounts';
import { Credits } from '../src/credits';
import { UnitOfWork } from '../src/platform/database/unit-of-work';
import { eventually, TestApp, type TestAccount } from './harness/app';
import { makeAgent, number } from './harness/builders';

type Json = Record<string, any>;

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ lines: 50 });
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

async function queue(fields: object = {}, as: TestAccount = account): Promise<Json> {
  const { body } = await service
    .http(as)
    .post('/calls')
    .send({ agent_id, phone_number: number(), ...fields })
    .expect(200);
  return body as Json;
}

const read = async (id: string, as: TestAccount = account): Promise<Json> =>
  (await service.http(as).get(`/calls/${id}`).expect(200)).body as Json;

/** The call once its outcome is there, or once it ended without one. */
const final = (id: string, as: TestAccount = account) =>
  eventually(async () => {
    const call = await read(id, as);
    expect(['queued', 'dialing', 'in_progress']).not.toContain(call['status']);
    if (call['status'] === 'completed') expect(call['outcome']).not.toBeNull();
    return call;
  });

const events = (callId: string) =>
  service.app
    .get(UnitOfWork, { strict: false })
    .rows<{ type: string; body: string }>('SELECT type, body FROM webhook_events WHERE call_id = $1', [
      callId,
    ]);

describe('what the simulated network does', () => {
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
  ])('%s', async (ending, expected) => {
    const { id } = await queue({ phone_number: number(ending) });
    const call = await final(id as string);
    expect(call).toMatchObject(expected);
    expect(call['ended_at']).toEqual(expect.any(String));
    const made = await events(id as string);
    expect(made).toHaveLength(1);
    expect(made[0]?.type).toBe(call['status'] === 'completed' ? 'call.completed' : 'call.not_connected');
    // The event holds the call as the API returns it; each time it is shown its link is a fresh one.
    const data = (JSON.parse(made[0]?.body ?? '{}') as Json)['data'] as Json;
    const link = { recording_url: expect.any(String), recording_expires_at: expect.any(String) };
    expect(data).toEqual(call['status'] === 'completed' ? { ...call, ...link } : call);
    const { body } = await service
      .http(account)
      .get(`/calls/${id as string}/timeline`)
      .expect(200);
    const types = (body as { data: { type: string }[] }).data.map(({ type }) => type);
    expect(types[0]).toBe('accepted');
    expect(types.filter((type) => type === 'carrier_asked')).toHaveLength(ending === '0009' ? 3 : 1);
    expect(types).toContain('event_made');
  });
});

describe('a call that waits', () => {
  test('cancels while it is queued; then the status is told', async () => {
    const { id } = await queue({ scheduled_for: new Date(service.clock.nowMs() + 3_600_000).toISOString() });
    const canceled = await service
      .http(account)
      .post(`/calls/${id as string}/cancel`)
      .expect(200);
    expect(canceled.body).toMatchObject({ id, status: 'canceled', ended_at: expect.any(String) });
    const { body } = await service
      .http(account)
      .post(`/calls/${id as string}/cancel`)
      .expect(409);
    expect(body.error).toMatchObject({ code: 'call_not_cancelable', details: { status: 'canceled' } });
    expect(await events(id as string)).toHaveLength(1);
  });

  test('is held for calling hours, says so, and goes when they open', async () => {
    const night = await service.account();
    const now = service.clock.now();
    const minutes = (offset: number) => (now.getUTCHours() * 60 + now.getUTCMinutes() + offset + 1440) % 1440;
    await service.app
      .get(Accounts, { strict: false })
      .set(night.id, { timezone: 'UTC', hoursFrom: minutes(120), hoursTo: minutes(180) });
    const agent = await makeAgent(service, night);
    const call = await queue({ agent_id: agent, phone_number: number('0002') }, night);
    expect(call['status']).toBe('queued');
    expect(call['status_reason']).toMatch(
      /^Outside calling hours: will be called from \d\d:\d\d on \d+ \w+ \(UTC\)$/,
    );
    expect(Date.parse(call['scheduled_for'] as string)).toBeGreaterThan(now.getTime());
    const types = async () => {
      const { body } = await service.http(night).get(`/calls/${call['id'] as string}/timeline`);
      return (body as { data: Json[] }).data.map(({ type }) => type as string);
    };
    await eventually(async () => {
      expect(await types()).toContain('held');
    });
    await service.app.get(Accounts, { strict: false }).set(night.id, { hoursFrom: null, hoursTo: null });
    expect((await final(call['id'] as string, night))['status']).toBe('busy');
    expect((await types()).slice(0, 4)).toEqual(['accepted', 'held', 'released', 'line_taken']);
  });

  test('is held for the gap after a call to the same number', async () => {
    const phone_number = number('0002');
    await final((await queue({ phone_number }))['id'] as string);
    const held = await queue({ phone_number });
    expect(held['status_reason']).toMatch(/^Too soon after the last call to this number/);
    const gap = Date.parse(held['scheduled_for'] as string) - service.clock.nowMs();
    expect(gap).toBeGreaterThan(3_500_000);
    expect(gap).toBeLessThanOrEqual(3_600_000);
  });

  test('goes when the operator lifts the rule that held it', async () => {
    const gapped = await service.account();
    const agent = await makeAgent(service, gapped);
    const phone_number = number('0002');
    await final((await queue({ agent_id: agent, phone_number }, gapped))['id'] as string, gapped);
    const held = await queue({ agent_id: agent, phone_number }, gapped);
    await eventually(async () => {
      const { body } = await service.http(gapped).get(`/calls/${held['id'] as string}/timeline`);
      expect(body.data.map(({ type }: Json) => type as string)).toContain('held');
    });
    await service.app.get(Accounts, { strict: false }).set(gapped.id, { recallGapSeconds: 0 });
    expect(await final(held['id'] as string, gapped)).toMatchObject({ status: 'busy' });
    const { body } = await service.http(gapped).get(`/calls/${held['id'] as string}/timeline`);
    expect(body.data.map(({ type }: Json) => type as string).slice(0, 3)).toEqual([
      'accepted',
      'held',
      'line_taken',
    ]);
  });

  test.each([{ dailyPerNumber: 0 }, { dailyLimit: 0 }])(
    'is held without a date by a limit of 0 (%j), and goes when the operator raises it',
    async (limit) => {
      const stopped = await service.account(limit);
      const agent = await makeAgent(service, stopped);
      const call = await queue({ agent_id: agent, phone_number: number('0002') }, stopped);
      expect(call['status_reason']).toMatch(/limit of a day is 0/);
      expect(call).not.toHaveProperty('scheduled_for');
      await service.advance(60_000);
      expect((await read(call['id'] as string, stopped))['status_reason']).toMatch(/limit of a day is 0/);
      await service.app
        .get(Accounts, { strict: false })
        .set(stopped.id, { dailyPerNumber: 3, dailyLimit: 3 });
      expect(await final(call['id'] as string, stopped)).toMatchObject({ status: 'busy' });
    },
  );

  test('expires when it was not dialed in time', async () => {
    const poor = await service.account({ credits: '6', lines: 0 });
    const agent = await makeAgent(service, poor);
    const { id, status_reason } = await queue({ agent_id: agent }, poor);
    expect(status_reason).toMatch(/free line/);
    await service.app
      .get(UnitOfWork, { strict: false })
      .affected(`UPDATE calls SET queued_from = queued_from - interval '73 hours' WHERE id = $1`, [id]);
    await service.advance(0);
    expect(await final(id as string, poor)).toMatchObject({
      status: 'expired',
      status_reason: expect.any(String),
    });
    expect(await events(id as string)).toHaveLength(1);
  });
});

describe('refusals', () => {
  const refused = async (fields: object, as: TestAccount = account) =>
    (
      await service
        .http(as)
        .post('/calls')
        .send({ agent_id, phone_number: number(), ...fields })
    ).body.error as Json;

  test('an unknown, a disabled and an inbound agent; none at all', async () => {
    expect(await refused({ agent_id: 'agent_nope' })).toMatchObject({
      code: 'agent_not_found',
      details: { agent_id: 'agent_nope' },
    });
    const off = await makeAgent(service, account, { name: 'Off', enabled: false });
    expect(await refused({ agent_id: off })).toMatchObject({
      code: 'agent_disabled',
      details: { agent_id: off },
    });
    const inbound = await makeAgent(service, account, { name: 'In', direction: 'inbound' });
    expect(await refused({ agent_id: inbound })).toMatchObject({
      code: 'agent_inbound_only',
      details: { agent_id: inbound },
    });
    const bare = await service.account();
    expect(await refused({ agent_id: undefined }, bare)).toMatchObject({ code: 'no_default_agent' });
  });

  test('a number that asked not to be called, but not a test call to it', async () => {
    const phone_number = number('0008');
    await final((await queue({ phone_number }))['id'] as string);
    expect(await refused({ phone_number })).toMatchObject({
      code: 'do_not_call',
      details: { since: expect.any(String) },
    });
    await queue({ phone_number, test: true });
  });

  test('a number that asked not to be called fails what waits for it at once, however late that is due', async () => {
    const [phone_number, other] = [number(), number()];
    const scheduled_for = new Date(service.clock.nowMs() + 86_400_000).toISOString();
    const waiting = await queue({ phone_number, scheduled_for });
    const tested = await queue({ phone_number, scheduled_for, test: true });
    const kept = await queue({ phone_number: other, scheduled_for });
    await service.http(account).put(`/do-not-call/${phone_number}`).expect(200);
    expect(await final(waiting['id'] as string)).toMatchObject({
      status: 'failed',
      status_reason: expect.stringContaining('do-not-call'),
    });
    expect(await events(waiting['id'] as string)).toMatchObject([{ type: 'call.not_connected' }]);
    for (const { id } of [tested, kept]) expect(await read(id as string)).toMatchObject({ status: 'queued' });
  });

  test('an account without a minute’s credits, but not its test calls', async () => {
    const poor = await service.account({ credits: '5.9999' });
    const agent = await makeAgent(service, poor);
    expect(await refused({ agent_id: agent }, poor)).toMatchObject({
      code: 'insufficient_credits',
      details: { available: 5.9999, required: 6 },
    });
    const test = await queue({ agent_id: agent, test: true }, poor);
    expect(await final(test['id'] as string, poor)).toMatchObject({ status: 'completed', test: true });
    const { body } = await service.http(poor).get('/credits').expect(200);
    expect(body).toMatchObject({ balance: 5.9999, reserved: 0 });
  });

  test('another account’s call is not found', async () => {
    const other = await service.account();
    const { id } = await queue();
    await service
      .http(other)
      .get(`/calls/${id as string}`)
      .expect(404);
    await service
      .http(other)
      .post(`/calls/${id as string}/cancel`)
      .expect(404);
    await service
      .http(other)
      .get(`/calls/${id as string}/timeline`)
      .expect(404);
  });
});

describe('credits', () => {
  test('200 calls at once with credits for 10: never below zero, each started minute charged, the rest goes on after a top-up', async () => {
    const poor = await service.account({ credits: '60', lines: 40 });
    const agent = await makeAgent(service, poor, { max_call_minutes: 1 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        service.http(poor).post('/calls').send({ agent_id: agent, phone_number: number() }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 402)).toBe(true);
    const facts = () =>
      service.unitOfWork.row<Record<string, number>>(
        `SELECT balance::float8 AS balance, reserved::float8 AS reserved,
           (SELECT count(*)::integer FROM calls WHERE account_id = $1 AND status = 'completed') AS completed,
           (SELECT count(*)::integer FROM calls WHERE account_id = $1 AND status = 'queued') AS queued,
           (SELECT count(*)::integer FROM credit_transactions WHERE account_id = $1 AND amount = -6) AS charges,
           (SELECT min(balance_after)::float8 FROM credit_transactions WHERE account_id = $1) AS lowest
         FROM credit_accounts WHERE account_id = $1`,
        [poor.id],
      );
    await eventually(async () => {
      expect(await facts()).toEqual({
        balance: 0,
        reserved: 0,
        completed: 10,
        queued: accepted - 10,
        charges: 10,
        lowest: 0,
      });
    });
    // 300 requests a minute are one key's.
    const reader = service.http({ key: await service.key(poor.id) });
    const { body: waiting } = await reader.get('/calls?status=queued&limit=1').expect(200);
    expect(waiting.data[0].status_reason).toMatch(/credits/);
    expect(waiting.data[0].scheduled_for).toBeUndefined();
    await service.app.get(Credits, { strict: false }).topUp(poor.id, 10_000_0000n);
    await eventually(async () => {
      expect(await facts()).toMatchObject({ reserved: 0, completed: accepted, charges: accepted, lowest: 0 });
    });
  });

  test.each(['simulator', 'simulator-final-only', 'simulator-extension'])(
    'an AI call is charged whoever carries it (%s)',
    async (carrier) => {
      const other = await service.account({ carrier, credits: '100' });
      const agent = await makeAgent(service, other);
      const { id } = await queue({ agent_id: agent }, other);
      const { duration_seconds } = await final(id as string, other);
      const charged = 6 * Math.max(1, Math.ceil(duration_seconds / 60));
      const { body } = await service.http(other).get('/credits').expect(200);
      expect(body).toMatchObject({ balance: 100 - charged, reserved: 0 });
      const { body: timeline } = await service.http(other).get(`/calls/${id as string}/timeline`);
      const taken = (timeline.data as Json[]).find(({ type }) => type === 'line_taken');
      expect(taken!['message']).toContain('credits are reserved');
    },
  );

  test('a talk whose reserve is used up is hung up', async () => {
    const poor = await service.account({ credits: '13' });
    const agent = await makeAgent(service, poor);
    const { id } = await queue({ agent_id: agent, phone_number: number('0014') }, poor);
    expect(await final(id as string, poor)).toMatchObject({
      duration_seconds: 120,
      status_reason: expect.any(String),
    });
    const { body } = await service.http(poor).get('/credits').expect(200);
    expect(body).toMatchObject({ balance: 1, reserved: 0, available: 1 });
  });
});

describe('GET /calls', () => {
  test('pages see each call once, newest first, and filters combine', async () => {
    const reader = await service.account({ lines: 0 });
    const agent = await makeAgent(service, reader);
    const ids: string[] = [];
    for (let at = 0; at < 9; at++) {
      const external_id = at % 3 === 0 ? 'third' : 'other';
      const call = await queue(
        {
          agent_id: agent,
          contact: { external_id },
          test: at % 2 === 0,
          scheduled_for: '2026-12-01T00:00:00Z',
        },
        reader,
      );
      ids.unshift(call['id'] as string);
    }
    const seen: string[] = [];
    for (let more = true; more;) {
      const after = seen.length > 0 ? `&starting_after=${seen.at(-1) ?? ''}` : '';
      const { body } = await service.http(reader).get(`/calls?limit=4${after}`).expect(200);
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
      more = body.has_more as boolean;
    }
    expect(seen).toEqual(ids);
    const count = async (query: string) =>
      ((await service.http(reader).get(`/calls?${query}`).expect(200)).body.data as unknown[]).length;
    expect(await count('external_id=third')).toBe(3);
    expect(await count('external_id=third&test=true')).toBe(2);
    expect(await count('status=queued&agent_id=' + agent)).toBe(9);
    expect(await count('status=completed')).toBe(0);
    expect(await count('created_after=2020-01-01T00:00:00 05:30')).toBe(9);
    expect(await count('batch_id=batch_nope')).toBe(0);
    const { body: one } = await service.http(reader).get(`/calls/${ids[0] ?? ''}`);
    expect(await count(`phone_number=${(one.phone_number as string).slice(1)}`)).toBe(1);
    await service.http(reader).get('/calls?starting_after=call_nope').expect(400);
    await service
      .http(account)
      .get(`/calls?starting_after=${ids[0] ?? ''}`)
      .expect(400);
  });
});
