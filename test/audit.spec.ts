import { Accounts, CallingRules } from '../src/accounts';
import { audit, type AuditReport } from '../src/cli/audit/audit';
import { SQL_CHECKS } from '../src/cli/audit/checks';
import { eventually, TestApp, type TestAccount } from './harness/app';
import { makeAgent, number } from './harness/builders';

let service: TestApp;
let account: TestAccount;
let agent_id: string;

const HOURS = 'no_dial_outside_calling_hours';
const NAMES = [HOURS, ...SQL_CHECKS.map(({ name }) => name)];

const run = (): Promise<AuditReport> =>
  audit(
    service.unitOfWork,
    { accountId: account.id, from: new Date(0), to: new Date(service.clock.nowMs() + 60_000) },
    (policy, at) => new CallingRules(policy).isOpen(at),
  );

const failed = async () =>
  (await run()).checks.filter(({ failures }) => failures.length > 0).map(({ name }) => name);

async function makeCall(ending: string): Promise<string> {
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

beforeEach(async () => {
  service = await TestApp.start();
  account = await service.account();
  agent_id = await makeAgent(service, account);
});
afterEach(() => service.stop());

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
    .set(account.id, { dailyPerNumber: 0, dailyLimit: 0, lines: 0, hoursFrom: 0, hoursTo: 1 });
  expect(await failed()).toEqual([]);
});

describe('each check bites', () => {
  const policy = (key: string, value: string) =>
    `UPDATE dials SET policy = jsonb_set(policy, '{${key}}', '${value}') WHERE call_id = $1`;
  const again = `INSERT INTO dials SELECT 'call_again', 1, account_id, kind, phone_number, test, counted, local_day,
      dialed_at - interval '1 minute', ended_at, policy FROM dials WHERE call_id = $1`;

  const corruptions: Record<string, string[]> = {
    [HOURS]: [policy('hours', '{"from": 0, "to": 1}'), policy('timeZone', '"UTC"')],
    recall_gap_kept: [again],
    daily_number_limit_kept: [policy('dailyPerNumber', '0')],
    daily_account_limit_kept: [policy('dailyLimit', '0')],
    lines_never_exceeded: [policy('lines', '0')],
    one_call_at_once_to_a_number: [again],
    each_dial_recorded_once: ['DELETE FROM dials WHERE call_id = $1'],
    one_final_event_for_each_final_call: ['DELETE FROM webhook_events WHERE call_id = $1'],
    each_talk_charged_once: [`DELETE FROM credit_transactions WHERE call_id = $1`],
    ledger_adds_up: [
      `UPDATE credit_accounts SET balance = balance + 1 WHERE account_id = (SELECT account_id FROM calls WHERE id = $1)`,
    ],
    ledger_never_negative: ['UPDATE credit_transactions SET balance_after = -1 WHERE call_id = $1'],
    nothing_reserved_for_what_is_over: [
      `INSERT INTO credit_reservations SELECT id, account_id, 1, 1, now() FROM calls WHERE id = $1`,
    ],
    no_line_used_by_what_is_over: [
      `INSERT INTO line_use SELECT id, account_id, 'human', phone_number, false, 'w', now() + interval '1 hour' FROM calls WHERE id = $1`,
    ],
    nothing_stuck: [`UPDATE calls SET finished_at = NULL, analysis_due_at = NULL WHERE id = $1`],
  };

  test('there is a corruption for each', () => {
    expect(Object.keys(corruptions).sort()).toEqual([...NAMES].sort());
  });

  test.each(NAMES)('%s', async (name) => {
    const id = await makeCall('0001');
    expect(await failed()).toEqual([]);
    for (const statement of corruptions[name] ?? []) await service.unitOfWork.affected(statement, [id]);
    const report = await run();
    expect(report.ok).toBe(false);
    expect(report.checks.find((found) => found.name === name)?.failures).not.toEqual([]);
  });
});
