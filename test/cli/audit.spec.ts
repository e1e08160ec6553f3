import { Accounts, CallingRules } from '../../src/accounts';
import { audit, auditScope } from '../../src/cli/audit/audit';
import { DAY_MS } from '../../src/platform/kernel/time/durations';
import { Sweeps } from '../../src/platform/sweeps';
import { AuditDriver, type Caller, CHECK_NAMES, HOURS } from '../harness/audit-driver';
import { away, corruptions } from '../harness/corruptions';

const driver = new AuditDriver();

test('passes every check for an account with calls of every kind', async () => {
  for (const ending of ['0001', '0002', '0003', '0004', '0009', '0015']) await driver.makeCall(ending);
  const report = await driver.run();
  expect(report).toMatchObject({ ok: true });
  expect(report.checks.map(({ name }) => name)).toEqual(CHECK_NAMES);
  const looked = Object.fromEntries(report.checks.map(({ name, count }) => [name, count]));
  expect(looked).toMatchObject({
    [HOURS]: 6,
    each_dial_recorded_once: 6,
    one_final_event_for_each_final_call: 6,
    ledger_adds_up: 1,
  });
});

test('applies the policy that was in force at the dial', async () => {
  await driver.makeCall('0002');
  const closed = { dailyPerNumber: 0, dailyLimit: 0, lines: 0, opensAtMinute: 0, closesAtMinute: 1 };
  await driver.service.app.get(Accounts, { strict: false }).set(driver.caller.account.id, closed);
  expect(await driver.failed()).toEqual([]);
});

test('counts human calls like AI calls: dials, lines, events, talk and analysis', async () => {
  await driver.makeHumanCall();
  await driver.makeHumanCall(false);
  const report = await driver.run();
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
  const id = await driver.makeCall('0002');
  const { unitOfWork } = driver.service;
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
  const now = driver.service.clock.nowMs();
  const isOpen = (policy: CallingRules['policy'], at: Date) => new CallingRules(policy).isOpen(at);
  const [from, to] = [new Date(now - 86_400_000), new Date(now + 60_000)];
  const { checks } = await audit(unitOfWork, { accountId: driver.caller.account.id, from, to }, isOpen);
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([
    { name: 'recall_gap_kept', count: 1, failures: [id] },
  ]);
});

test('names at most 1,000 ids of a failed check, and writes nothing', async () => {
  const id = await driver.makeCall('0002');
  await driver.service.unitOfWork.affected(
    `INSERT INTO dials SELECT 'call_more' || n, 1, account_id, kind, phone_number || n, test, counted, local_day, dialed_at,
       dialed_at + interval '1 minute', jsonb_set(policy, '{hours}', '{"from": ${away}, "to": ${away + 1}}') || '{"timeZone": "UTC", "lines": 0}'
     FROM dials, generate_series(1, 1500) AS n WHERE call_id = $1`,
    [id],
  );
  const asked = jest.spyOn(driver.service.unitOfWork, 'affected');
  const { checks } = await driver.run();
  expect(asked.mock.calls.filter(([sql]) => sql.includes('READ ONLY'))).toHaveLength(CHECK_NAMES.length);
  asked.mockRestore();
  const of = (name: string) => checks.find((found) => found.name === name);
  expect(of(HOURS)?.failures).toHaveLength(1_000);
  expect(of('lines_never_exceeded')).toMatchObject({ count: 1_501 });
  expect(of('lines_never_exceeded')?.failures).toHaveLength(1_000);
});

test('names the bound of its range that is wrong', async () => {
  const accounts = driver.service.app.get(Accounts, { strict: false });
  const from = new Date(Date.now() + DAY_MS).toISOString();
  await expect(auditScope(accounts, { from })).rejects.toThrow('--from must not lie in the future.');
  await expect(auditScope(accounts, { from, to: from })).rejects.toThrow('--from must lie before --to.');
  await expect(auditScope(accounts, { to: '1960-01-01' })).rejects.toThrow('--to must not lie before 1970.');
});

describe('audit of corrupted data', () => {
  test('has a corruption for each check', () =>
    expect(Object.keys(corruptions).sort()).toEqual([...CHECK_NAMES].sort()));

  const cases = Object.entries(corruptions).flatMap(([name, ways]) =>
    ways.map((way, at) => [`${name} (${at + 1}, ${way.ai ? 'AI' : 'human'} call)`, name, way] as const),
  );

  const prepared = new Map<string, { readonly of: Caller; readonly id: string }>();

  // The calls are made before anything is spoilt: what goes on in the service would mend it.
  beforeAll(async () => {
    const prepare = async ([title, , { ai }]: (typeof cases)[number]) => {
      const of = await driver.newCaller();
      const id = ai ? await driver.makeCall('0001', of) : await driver.makeHumanCall(true, of);
      prepared.set(title, { of, id });
    };
    // All at once they would wait for each other for longer than a call may take.
    for (let at = 0; at < cases.length; at += 10) await Promise.all(cases.slice(at, at + 10).map(prepare));
    await driver.service.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  });

  test.each(cases)('fails its check: %s', async (title, name, { ai, human }) => {
    const { of, id } = prepared.get(title)!;
    expect(await driver.failed(of)).toEqual([]);
    for (const statement of ai ?? human ?? []) {
      await driver.service.unitOfWork.affected(statement, statement.includes('$1') ? [id] : []);
    }
    const report = await driver.run(of);
    expect(report.ok).toBe(false);
    expect(report.checks.find((found) => found.name === name)?.failures).not.toEqual([]);
  });
});
