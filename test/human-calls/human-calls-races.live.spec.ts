import { audit } from '../../src/cli/audit/audit';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { HumanCallTests } from '../harness/human-calls';
import { ROUNDS } from '../harness/rounds';

/** Phones ring for 40 ms. */
const SPEED = 100;

let service: TestApp;
let account: TestAccount;
let calls: HumanCallTests;

beforeAll(async () => {
  service = await TestApp.start({ SIMULATOR_SPEED: String(SPEED) });
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
  calls = new HumanCallTests(service, account);
});

/** Nothing is left of a call that is over. */
async function isClean(): Promise<void> {
  expect(await calls.credits()).toMatchObject({ reserved: 0 });
  for (const table of ['line_use', 'line_waits', 'credit_reservations']) {
    const rows = await service.unitOfWork.rows(`SELECT FROM ${table} WHERE account_id = $1`, [account.id]);
    expect(rows).toHaveLength(0);
  }
}

test('dials other counsellors while 200 calls wait for a busy one', async () => {
  const slow = await TestApp.start({ SIMULATOR_SPEED: '1' });
  try {
    const crowded = new HumanCallTests(slow, await slow.account());
    const busy = await crowded.counsellor();
    const first = await crowded.call({ counsellor_id: busy });
    await crowded.reaches(first['id'], 'ringing_counsellor');
    await slow.unitOfWork.run(async () => {
      await slow.unitOfWork.affected(
        `INSERT INTO human_calls SELECT (json_populate_record(h, json_build_object('id', h.id || n, 'status', 'queued',
           'phone_number', h.phone_number || n, 'dialed_at', NULL, 'watchdog_at', NULL))).*
         FROM human_calls h CROSS JOIN generate_series(1, 250) AS n WHERE h.id = $1`,
        [first['id']],
      );
      await slow.unitOfWork.affected(
        'INSERT INTO line_waits SELECT id, account_id, true FROM human_calls WHERE account_id = $1 AND id <> $2',
        [crowded.account.id, first['id']],
      );
    });
    const other = await crowded.call({ counsellor_id: await crowded.counsellor() });
    await crowded.reaches(other['id'], 'ringing_counsellor');
  } finally {
    await slow.stop();
  }
});

describe.each(ROUNDS)('round %i', (round) => {
  test('connects one counsellor called five times at once to one call at a time', async () => {
    const counsellor_id = await calls.counsellor();
    await Promise.all([1, 2, 3, 4, 5].map(() => calls.call({ counsellor_id, phone_number: number('0002') })));
    const ended = await eventually(async () => {
      const made = await calls.list();
      expect(made.map(({ status }) => status as string)).toEqual(Array(5).fill('busy'));
      return made;
    });
    const times = ended
      .map(
        ({ dialed_at, ended_at }) =>
          [Date.parse(dialed_at as string), Date.parse(ended_at as string)] as const,
      )
      .sort(([a], [b]) => a - b);
    times.slice(1).forEach(([from], at) => expect(from).toBeGreaterThanOrEqual(times[at]?.[1] ?? 0));
    await isClean();
  });

  test('cancels or connects a call that is canceled while it is answered', async () => {
    const { id } = await calls.call({ counsellor_id: await calls.counsellor(), analyze: true });
    await new Promise((resolve) => setTimeout(resolve, 20 + (120 * round) / ROUNDS.length));
    const { status, body } = await calls.cancel(id);
    const call = await calls.final(id);
    expect(call['status']).toBe(status === 200 ? 'canceled' : 'completed');
    if (status !== 200) expect(body.error.code).toBe('human_call_not_cancelable');
    else expect(call.cost?.credits).toBe(0);
    expect(call['answered_at'] === null).toBe(status === 200);
    expect(await calls.events(id)).toHaveLength(1);
    await isClean();
  });

  test('cancels, rejects or rings a call of a counsellor who is deactivated meanwhile', async () => {
    await service.unitOfWork.affected('UPDATE accounts SET lines = 0 WHERE id = $1', [account.id]);
    const counsellor_id = await calls.counsellor();
    const at = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const [removed, ...answers] = await Promise.all([
      at((40 * round) / ROUNDS.length).then(() =>
        service.http(account).delete(`/counsellors/${counsellor_id}`),
      ),
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((step) => at(step * 6).then(() => calls.post({ counsellor_id }))),
    ]);
    const accepted = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ body }) => body.error?.code === 'counsellor_unavailable');
    expect(accepted.length + refused.length).toBe(answers.length);
    expect(removed.body.effects.human_calls_canceled).toBe(accepted.length);
    const canceled = (await calls.list()).filter(({ status }) => status === 'canceled');
    expect(canceled.map(({ id }) => id).sort()).toEqual(accepted.map(({ body }) => body.id as string).sort());
    await isClean();
  });
});

test('passes the audit', async () => {
  const scope = { accountId: null, from: new Date(0), to: new Date('2100-01-01') };
  const { checks } = await audit(service.unitOfWork, scope, () => true);
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([]);
  expect(checks.find(({ name }) => name === 'lines_never_exceeded')?.count).toBeGreaterThan(
    5 * ROUNDS.length,
  );
});
