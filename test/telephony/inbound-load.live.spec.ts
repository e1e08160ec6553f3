import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../../src/cli/audit/audit';
import { eventually, TestApp } from '../harness/app';
import { type AnsweredNumber, answeredNumber, Callers, opened } from '../harness/inbound';
import { compileThreads } from '../harness/sip-accounts';
import type { PlacedCall } from '../phone/harness/phone';

compileThreads();

const CALLS = 100;
const LINES = 10;
/** --inbound-per-second of a trunk, unless it is told otherwise. */
const PER_SECOND = 10;

let service: TestApp;
let callers: Callers;
let called: AnsweredNumber;

beforeAll(async () => {
  service = await TestApp.start();
  called = await answeredNumber(service, {
    account: { lines: LINES, credits: '100000' },
    trunk: { channels: '50' },
  });
  await opened(service, called.trunkId);
  callers = await Callers.open(service);
});
afterAll(async () => {
  await callers.close();
  await service.stop();
});

test('answers ten of a hundred callers at ten a second on ten lines, and refuses the others as busy', async () => {
  const placed: PlacedCall[] = [];
  for (let n = 0; n < CALLS; n++) {
    // Never faster than that, also after a pause of the machine.
    await sleep(1_000 / PER_SECOND);
    placed.push(await callers.call(called.phoneNumber, callers.newCaller()));
  }
  const outcomes = await Promise.all(
    placed.map(({ answered, failed }) =>
      answered.then(
        () => 200,
        async () => {
          const why = await failed;
          return why.kind === 'refused' ? why.status : why.kind;
        },
      ),
    ),
  );
  const count = (wanted: unknown) => outcomes.filter((outcome) => outcome === wanted).length;
  expect([count(200), count(486)]).toEqual([LINES, CALLS - LINES]);
  for (const { answered } of placed)
    await answered.then((session) => session.hangUp()).catch(() => undefined);
  await eventually(async () => {
    const rows = await service.unitOfWork.rows(
      `SELECT status, count(*)::int AS calls, min(status_reason) AS reason FROM calls WHERE direction = 'inbound'
       GROUP BY status ORDER BY status`,
    );
    expect(rows).toEqual([
      { status: 'busy', calls: CALLS - LINES, reason: 'All lines were in use.' },
      { status: 'completed', calls: LINES, reason: null },
    ]);
  });
  const scope = { accountId: null, from: new Date(0), to: new Date('2100-01-01') };
  const { checks } = await audit(service.unitOfWork, scope, () => true);
  const failed = checks.filter(({ failures }) => failures.length > 0);
  // Analyses may still be under way.
  expect(failed.filter(({ name }) => name !== 'outbox_carried_on')).toEqual([]);
  const counts = new Map(checks.map(({ name, count: looked }) => [name, looked]));
  expect(counts.get('each_dial_recorded_once')).toBe(CALLS);
  expect(counts.get('lines_never_exceeded')).toBe(CALLS);
  expect(counts.get('channels_never_exceeded')).toBe(LINES);
});
