import { Accounts, CallingRules } from '../src/accounts';
import { audit, type AuditReport } from '../src/cli/audit/audit';
import { SQL_CHECKS } from '../src/cli/audit/checks';
import { Sweeps } from '../src/platform/queues/sweeps';
import { eventually, TestApp, type TestAccount } from './harness/app';
import { makeAgent, number } from './harness/builders';
import { HumanCallTests } from './harness/human-calls';

/** The audit looks at one account: each test has one of its own, which nothing spoils but the test. */
interface Caller {
  readonly account: TestAccount;
  readonly agent_id: string;
}

let service: TestApp;
let caller: Caller;

const HOURS = 'no_dial_outside_calling_hours';
/** A minute of the day half a day away from the dials of these tests. */
const away = (new Date().getUTCHours() * 60 + 720) % 1_440;
const NAMES = [HOURS, ...SQL_CHECKS.map(({ name }) => name)];

const run = (of = caller): Promise<AuditReport> =>
  audit(
    service.unitOfWork,
    { accountId: of.account.id, from: new Date(0), to: new Date(service.clock.nowMs() + 60_000) },
    (policy, at) => new CallingRules(policy).isOpen(at),
  );

const failed = async (of = caller) =>
  (await run(of)).checks.filter(({ failures }) => failures.length > 0).map(({ name }) => name);

async function newCaller(): Promise<Caller> {
  const account = await service.account();
  return { account, agent_id: await makeAgent(service, account) };
}

async function makeCall(ending: string, { account, agent_id } = caller): Promise<string> {
  const { body } = await service
    .http(account)
    .post('/calls')
    .send({ agent_id, phone_number: number(ending) })
    .expect(200);
  const id = body.id as string;
  await eventually(async () => {
    const row = await service.unitOfWork.row<{ finished: boolean }>(
      'SELECT finished_at IS NOT NULL AS finished FROM calls WHERE id = $1',
      [id],
    );
    expect(row?.finished).toBe(true);
  });
  return id;
}

/** A human call that was analysed. */
async function makeHumanCall(analyze = true, { account } = caller): Promise<string> {
  const people = new HumanCallTests(service, account);
  const { id } = await people.call({
    counsellor_id: await people.counsellor(),
    phone_number: number('0001'),
    analyze,
  });
  expect((await people.final(id as string))['status']).toBe('completed');
  return id as string;
}

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  caller = await newCaller();
});

test('an account with calls of every kind passes every check', async () => {
  for (const ending of ['0001', '0002', '0003', '0004', '0009', '0015']) await makeCall(ending);
  const report = await run();
  expect(report).toMatchObject({ ok: true });
  expect(report.checks.map(({ name }) => name)).toEqual(NAMES);
  const looked = Object.fromEntries(report.checks.map(({ name, count }) => [name, count]));
  expect(looked).toMatchObject({
    [HOURS]: 6,
    each_dial_recorded_once: 6,
    one_final_event_for_each_final_call: 6,
    ledger_adds_up: 1,
  });
});

test('the policy that counts is the one that was in force at the dial', async () => {
  await makeCall('0002');
  await service.app
    .get(Accounts, { strict: false })
    .set(caller.account.id, { dailyPerNumber: 0, dailyLimit: 0, lines: 0, hoursFrom: 0, hoursTo: 1 });
  expect(await failed()).toEqual([]);
});

test('human calls count like AI calls: dials, lines, events, talk and analysis', async () => {
  await makeHumanCall();
  await makeHumanCall(false);
  const report = await run();
  expect(report).toMatchObject({ ok: true });
  const looked = Object.fromEntries(report.checks.map(({ name, count }) => [name, count]));
  expect(looked).toMatchObject({
    lines_never_exceeded: 2,
    one_call_at_once_to_a_number: 2,
    each_dial_recorded_once: 2,
    one_event_for_each_analysed_human_call: 2,
    each_talk_charged_once: 2,
    each_analysis_charged_once: 2,
    each_charge_has_its_call: 3,
  });
});

test('what was dialed before the range is what its first calls are judged by', async () => {
  const id = await makeCall('0002');
  const { unitOfWork } = service;
  await unitOfWork.affected(
    `INSERT INTO dials SELECT 'call_before', 1, account_id, kind, phone_number, test, counted, local_day,
       dialed_at - interval '10 days', ended_at - interval '10 days',
       jsonb_set(policy, '{recallGapSeconds}', '2000000') FROM dials WHERE call_id = $1`,
    [id],
  );
  await unitOfWork.affected(
    `UPDATE dials SET policy = jsonb_set(policy, '{recallGapSeconds}', '2000000') WHERE call_id = $1`,
    [id],
  );
  const now = service.clock.nowMs();
  const isOpen = (policy: CallingRules['policy'], at: Date) => new CallingRules(policy).isOpen(at);
  const scope = {
    accountId: caller.account.id,
    from: new Date(now - 86_400_000),
    to: new Date(now + 60_000),
  };
  const { checks } = await audit(unitOfWork, scope, isOpen);
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([
    { name: 'recall_gap_kept', count: 1, failures: [id] },
  ]);
});

test('a failed check names at most 1,000 ids, and the audit writes nothing', async () => {
  const id = await makeCall('0002');
  await service.unitOfWork.affected(
    `INSERT INTO dials SELECT 'call_more' || n, 1, account_id, kind, phone_number || n, test, counted, local_day, dialed_at,
       dialed_at + interval '1 minute', jsonb_set(policy, '{hours}', '{"from": ${away}, "to": ${away + 1}}') || '{"timeZone": "UTC", "lines": 0}'
     FROM dials, generate_series(1, 1500) AS n WHERE call_id = $1`,
    [id],
  );
  const asked = jest.spyOn(service.unitOfWork, 'affected');
  const { checks } = await run();
  expect(asked.mock.calls.filter(([sql]) => sql.includes('READ ONLY'))).toHaveLength(NAMES.length);
  asked.mockRestore();
  const of = (name: string) => checks.find((found) => found.name === name);
  expect(of(HOURS)?.failures).toHaveLength(1_000);
  expect(of('lines_never_exceeded')).toMatchObject({ count: 1_501 });
  expect(of('lines_never_exceeded')?.failures).toHaveLength(1_000);
});

/** Statements that break a promise of a finished call, $1. */
interface Corruption {
  readonly ai?: readonly string[];
  readonly human?: readonly string[];
}

describe('each check bites', () => {
  // Whatever kind of call $1 is.
  const ofEither = `(SELECT id, account_id, phone_number FROM calls UNION ALL
      SELECT id, account_id, phone_number FROM human_calls) AS c WHERE id = $1`;
  const line = `INSERT INTO line_use SELECT id, account_id, 'human', phone_number, false, 'w', now() + interval '1 hour'
      FROM ${ofEither}`;
  const wait = `INSERT INTO line_waits SELECT id, account_id, true FROM ${ofEither}`;
  const reserved = (subject: string) =>
    `INSERT INTO credit_reservations SELECT ${subject}, account_id, 1, 1, now() FROM ${ofEither}`;
  const charge = (type: string, callId: string) =>
    `INSERT INTO credit_transactions SELECT 'txn_' || id, account_id, '${type}', -1, 1, ${callId}, 'odd', now() FROM ${ofEither}`;
  const left = `INSERT INTO outbox (type, payload, created_at)
      SELECT 'unheard.of', json_build_object('accountId', account_id), now() - interval '10 minutes' FROM ${ofEither}`;
  const endpoint = `INSERT INTO webhook_endpoints SELECT account_id, 'https://example.com', 'v1.x.y', 'abcd', NULL, NULL, now(), now()
      FROM ${ofEither}`;
  const policy = (key: string, value: string) =>
    `UPDATE dials SET policy = jsonb_set(policy, '{${key}}', '${value}') WHERE call_id = $1`;
  const again = `INSERT INTO dials SELECT call_id || '_again', 1, account_id, kind, phone_number, test, counted, local_day,
      dialed_at - interval '1 minute', ended_at, policy FROM dials WHERE call_id = $1`;

  const corruptions: Record<string, Corruption[]> = {
    [HOURS]: [{ ai: [policy('hours', `{"from": ${away}, "to": ${away + 1}}`), policy('timeZone', '"UTC"')] }],
    recall_gap_kept: [{ ai: [again] }],
    daily_number_limit_kept: [{ ai: [policy('dailyPerNumber', '0')] }],
    daily_account_limit_kept: [{ ai: [policy('dailyLimit', '0')] }],
    lines_never_exceeded: [{ ai: [policy('lines', '0')] }, { human: [policy('lines', '0')] }],
    one_call_at_once_to_a_number: [{ ai: [again] }, { human: [again] }],
    each_dial_recorded_once: [
      { ai: ['DELETE FROM dials WHERE call_id = $1'] },
      { human: ['DELETE FROM dials WHERE call_id = $1'] },
      { human: ['UPDATE human_calls SET dialed_at = NULL WHERE id = $1'] },
    ],
    one_final_event_for_each_final_call: [
      { ai: ['DELETE FROM webhook_events WHERE call_id = $1'] },
      { ai: [`UPDATE webhook_events SET type = 'call.not_connected' WHERE call_id = $1`] },
      { ai: ['UPDATE calls SET finished_at = NULL WHERE id = $1'] },
    ],
    one_event_for_each_analysed_human_call: [
      { human: ['DELETE FROM webhook_events WHERE call_id = $1'] },
      { human: [`UPDATE webhook_events SET type = 'call.completed' WHERE call_id = $1`] },
      { human: [`UPDATE human_calls SET analysis_status = 'processing' WHERE id = $1`] },
      { human: [`UPDATE human_calls SET analyze_call = false WHERE id = $1`] },
    ],
    no_line_used_by_what_is_over: [{ ai: [line] }, { human: [line] }, { human: [wait] }],
    nothing_stuck: [
      { ai: ['UPDATE calls SET finished_at = NULL, analysis_due_at = NULL WHERE id = $1'] },
      { ai: [`UPDATE calls SET finished_at = NULL, status = 'dialing', watchdog_at = now() WHERE id = $1`] },
      {
        ai: [
          `UPDATE calls SET finished_at = NULL, status = 'queued', queued_from = now() - interval '73 hours' WHERE id = $1`,
        ],
      },
      {
        human: [
          `UPDATE human_calls SET ended_at = NULL, status = 'connecting', watchdog_at = now() WHERE id = $1`,
        ],
      },
      { human: [`UPDATE human_calls SET ended_at = NULL, status = 'queued' WHERE id = $1`] },
      { human: [`UPDATE human_calls SET analysis_status = 'waiting', analysis_due_at = NULL WHERE id = $1`] },
    ],
    no_event_left_undelivered: [
      { ai: [`UPDATE webhook_events SET state = 'pending', next_attempt_at = now() WHERE call_id = $1`] },
      {
        ai: [
          endpoint,
          `UPDATE webhook_events SET state = 'pending', next_attempt_at = NULL WHERE call_id = $1`,
        ],
      },
      {
        human: [
          endpoint,
          `UPDATE webhook_events SET state = 'pending', next_attempt_at = now() - interval '2 hours',
             lease_until = now() + interval '1 hour' WHERE call_id = $1`,
        ],
      },
    ],
    outbox_carried_on: [{ ai: [left] }],
    each_talk_charged_once: [
      { ai: ['DELETE FROM credit_transactions WHERE call_id = $1'] },
      { ai: ['UPDATE calls SET price_per_minute = 7 WHERE id = $1'] },
      { human: [`DELETE FROM credit_transactions WHERE call_id = $1 AND type = 'human_call'`] },
      { human: ['UPDATE human_calls SET charged = charged + 1 WHERE id = $1'] },
      { human: ['UPDATE human_calls SET hosted = false WHERE id = $1'] },
    ],
    each_analysis_charged_once: [
      { human: [`DELETE FROM credit_transactions WHERE call_id = $1 AND type = 'analysis'`] },
      { human: [`UPDATE human_calls SET analysis_status = 'failed' WHERE id = $1`] },
    ],
    each_charge_has_its_call: [
      { ai: [charge('ai_call', `'call_nowhere'`)] },
      { human: [charge('analysis', `'hcall_nowhere'`)] },
      { human: [`UPDATE credit_transactions SET amount = 1 WHERE call_id = $1`] },
    ],
    ledger_adds_up: [
      {
        ai: [
          `UPDATE credit_accounts SET balance = balance + 1 WHERE account_id = (SELECT account_id FROM calls WHERE id = $1)`,
        ],
      },
    ],
    ledger_never_negative: [{ ai: ['UPDATE credit_transactions SET balance_after = -1 WHERE call_id = $1'] }],
    nothing_reserved_for_what_is_over: [
      { ai: [reserved('id')] },
      { human: [reserved('id')] },
      { human: [reserved(`id || '.analysis'`)] },
    ],
  };

  test('there is a corruption for each', () => {
    expect(Object.keys(corruptions).sort()).toEqual([...NAMES].sort());
  });

  const cases = Object.entries(corruptions).flatMap(([name, ways]) =>
    ways.map((way, at) => [`${name} (${at + 1}, ${way.ai ? 'AI' : 'human'} call)`, name, way] as const),
  );

  const prepared = new Map<string, { readonly of: Caller; readonly id: string }>();

  // The calls are made before anything is spoilt: what goes on in the service would mend it.
  beforeAll(async () => {
    const prepare = async ([title, , { ai }]: (typeof cases)[number]) => {
      const of = await newCaller();
      const id = ai ? await makeCall('0001', of) : await makeHumanCall(true, of);
      prepared.set(title, { of, id });
    };
    await Promise.all(cases.map(prepare));
    await service.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  });

  test.each(cases)('%s', async (title, name, { ai, human }) => {
    const { of, id } = prepared.get(title)!;
    expect(await failed(of)).toEqual([]);
    for (const statement of ai ?? human ?? []) {
      await service.unitOfWork.affected(statement, statement.includes('$1') ? [id] : []);
    }
    const report = await run(of);
    expect(report.ok).toBe(false);
    expect(report.checks.find((found) => found.name === name)?.failures).not.toEqual([]);
  });
});
