import { Accounts, CallingLines, CallingRules } from '../../src/accounts';
import { CallWaitReasons } from '../../src/calls/application/dispatch/call-wait-reasons';
import { CallRepository } from '../../src/calls/infrastructure/call.repository';
import { Credits } from '../../src/credits';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { amountOf } from '../../src/platform/kernel/amount';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

let service: TestApp;
let account: TestAccount;
let calls: CallTests;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ lines: 1, dailyPerNumber: 1, credits: '6' });
  calls = new CallTests(service, account, await makeAgent(service, account));
});
afterAll(() => service.stop());

const app = <T>(type: new (...args: never[]) => T) => service.app.get<T>(type, { strict: false });

/** As a request read it before the dial: queued, and due. */
async function queuedCall(phone_number: string) {
  const { id } = await calls.queue({
    phone_number,
    scheduled_for: new Date(service.clock.nowMs() + 3_600_000).toISOString(),
  });
  const call = await app(CallRepository).find(account.id, id);
  if (!call) throw new Error('the call was not stored');
  return { ...call, queuedFrom: call.createdAt };
}

test('returns a call that is dialed during the read without waiting for itself', async () => {
  const call = await queuedCall(number());
  const other = await queuedCall(number());
  const { id: callId, phoneNumber } = call;
  const { policy } = CallingRules.of(await app(Accounts).get(account.id));
  const at = service.clock.now();
  await app(UnitOfWork).run(() =>
    app(CallingLines).occupy({
      accountId: account.id,
      kind: 'ai',
      test: false,
      policy,
      at,
      dials: [{ callId, attempt: 1, phoneNumber }],
    }),
  );
  await app(Credits).reserveExact(account.id, callId, amountOf('6'));
  const reasons = await app(CallWaitReasons).of(account.id, [call, other]);
  expect(reasons.get(call.id)).toBeUndefined();
  expect(reasons.get(other.id)).toMatchObject({ waitsFor: 'line' });
  const again = await app(CallWaitReasons).of(account.id, [{ ...other, phoneNumber }]);
  expect(again.get(other.id)).toMatchObject({ waitsFor: 'time' });
});

test.each([
  ['words', true],
  ['no words', false],
])('links the recording of a talk with %s that is not analysed yet: %s', async (_what, hasWords) => {
  const { id } = await calls.queue({ phone_number: number('0001'), test: true });
  await calls.final(id);
  const run = (sql: string) => app(UnitOfWork).affected(sql, [id]);
  await run(`UPDATE calls SET finished_at = NULL, analysis_due_at = 'infinity' WHERE id = $1`);
  await run('UPDATE call_talks SET reading = NULL WHERE call_id = $1');
  if (!hasWords) await run('DELETE FROM call_talks WHERE call_id = $1');
  const call = await service.api(account).get(`/calls/${id}`);
  expect(call).toMatchObject({ status: 'completed', outcome: null });
  expect('recording_url' in call).toBe(hasWords);
  const { data } = await service.api(account).get('/calls?test=true&limit=1');
  expect(data.map((one) => 'recording_url' in one)).toEqual([hasWords]);
});
