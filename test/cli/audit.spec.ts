import { Accounts, CallingRules } from '../../src/accounts';
import { audit, type AuditReport } from '../../src/cli/audit/audit';
import { SQL_CHECKS } from '../../src/cli/audit/checks';
import { Sweeps } from '../../src/platform/sweeps';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { away, corruptions } from '../harness/corruptions';
import { HumanCallTests } from '../harness/human-calls';

/** The audit looks at one account: each test has one of its own, which nothing spoils but the test. */
interface Caller {
  readonly account: TestAccount;
  readonly agent_id: string;
}

let service: TestApp;
let caller: Caller;

const HOURS = 'no_dial_outside_calling_hours';
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
    const finished = 'SELECT FROM calls WHERE id = $1 AND finished_at IS NOT NULL';
    expect(await service.unitOfWork.rows(finished, [id])).toHaveLength(1);
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
  expect((await people.final(id))['status']).toBe('completed');
  return id;
}

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  caller = await newCaller();
});

test('passes every check for an account with calls of every kind', async () => {
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

test('applies the policy that was in force at the dial', async () => {
  await makeCall('0002');
  const closed = { dailyPerNumber: 0, dailyLimit: 0, lines: 0, opensAtMinute: 0, closesAtMinute: 1 };
  await service.app.get(Accounts, { strict: false }).set(caller.account.id, closed);
  expect(await failed()).toEqual([]);
});

test('counts human calls like AI calls: dials, lines, events, talk and analysis', async () => {
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

test('counts dials before the range for the rules of its first calls', async () => {
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
  const [from, to] = [new Date(now - 86_400_000), new Date(now + 60_000)];
  const { checks } = await audit(unitOfWork, { accountId: caller.account.id, from, to }, isOpen);
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([
    { name: 'recall_gap_kept', count: 1, failures: [id] },
  ]);
});

test('names at most 1,000 ids of a failed check, and writes nothing', async () => {
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

describe('audit of real calls', () => {
  const AT = Date.parse('2026-11-20T10:00:00Z');

  /** Legs of an account on a trunk, given in seconds: when each began and ended, and the trunk's channels then. */
  async function addLegs(
    of: Caller,
    trunk: string,
    ...legs: [began: number, ended: number | null, channels: number][]
  ) {
    for (const [at, [began, ended, channels]] of legs.entries()) {
      await service.unitOfWork.affected(
        `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, began_at, ended_at)
         VALUES ('leg_' || gen_random_uuid(), $1, $2, 1, 1, $3, 'contact', $4, $5, $6)`,
        [
          of.account.id,
          `call_${trunk}_${at}`,
          trunk,
          channels,
          new Date(AT + began * 1_000),
          ended === null ? null : new Date(AT + ended * 1_000),
        ],
      );
    }
  }

  const result = async (name: string, of = caller) =>
    (await run(of)).checks.find((check) => check.name === name);

  test('frees a channel at the end of its leg, and applies the channels of that time to each leg', async () => {
    await addLegs(caller, 'exact', [0, 10, 1], [10, 20, 1], [15, 30, 2], [20, 25, 2], [27, 28, 1]);
    expect(await result('channels_never_exceeded')).toMatchObject({ count: 5, failures: ['call_exact_4'] });
  });

  test("counts channels for all accounts, and reports an account's own legs", async () => {
    const other = await newCaller();
    await addLegs(other, 'shared', [0, 60, 1]);
    await addLegs(caller, 'shared', [30, 40, 1]);
    expect((await result('channels_never_exceeded'))?.failures).toEqual(['call_shared_0']);
    expect((await result('channels_never_exceeded', other))?.failures).toEqual([]);
  });

  test('accepts a talk without a recording when recording was off, and in its first 45 minutes', async () => {
    const id = await makeCall('0001');
    const set = (recording: string, minutes: number) =>
      service.unitOfWork.affected(
        `UPDATE calls SET recording = $2, ended_at = now() - $3 * interval '1 minute' WHERE id = $1`,
        [id, recording, minutes],
      );
    await service.unitOfWork.affected(
      `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, began_at, ended_at)
       VALUES ('leg_' || $1, $2, $1, 1, 1, 'trunk_alone', 'contact', 1, now(), now())`,
      [id, caller.account.id],
    );
    const name = 'recording_of_each_answered_call';
    for (const [recording, minutes, count] of [
      ['awaited', 44, 0],
      ['stored', 46, 1],
      ['none', 46, 1],
      ['forgotten', 46, 1],
    ] as const) {
      await set(recording, minutes);
      expect(await result(name)).toEqual({ name, count, failures: [] });
    }
  });
});

describe('audit of corrupted data', () => {
  test('has a corruption for each check', () =>
    expect(Object.keys(corruptions).sort()).toEqual([...NAMES].sort()));

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
    // All at once they would wait for each other for longer than a call may take.
    for (let at = 0; at < cases.length; at += 10) await Promise.all(cases.slice(at, at + 10).map(prepare));
    await service.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  });

  test.each(cases)('fails its check: %s', async (title, name, { ai, human }) => {
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
