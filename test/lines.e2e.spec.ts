import { AsyncResource } from 'node:async_hooks';
import { Accounts, CallingLines, CallingRules } from '../src/accounts';
import { localDay } from '../src/platform/kernel/zoned-time';
import { eventually, TestApp } from './harness/app';
import { makeAgent, number } from './harness/builders';
import { CallTests } from './harness/calls';

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

/** What is called through it is in no transaction. */
const outside = new AsyncResource('another dispatch');

test('a lock that was waited for over midnight counts the dials of the new day', async () => {
  const { app, clock, unitOfWork } = service;
  const { id } = await service.account();
  const lines = app.get(CallingLines, { strict: false });
  const { policy } = CallingRules.of(await app.get(Accounts, { strict: false }).get(id));
  const lock = () => unitOfWork.run(() => lines.lock(id));
  await unitOfWork.affected(
    'UPDATE account_lines SET local_day = $2, dialed_today = 7 WHERE account_id = $1',
    [id, localDay(clock.now(), policy.timeZone)],
  );
  expect((await lock()).dialedToday(policy)).toBe(7);
  const waiting = await unitOfWork.run(async () => {
    await lines.lock(id);
    const locked = outside.runInAsyncScope(lock);
    await eventually(async () => {
      expect(await unitOfWork.rows('SELECT FROM pg_locks WHERE NOT granted')).toHaveLength(1);
    });
    clock.advance(86_400_000);
    return { locked };
  });
  expect((await waiting.locked).dialedToday(policy)).toBe(0);
});

test('a policy that changes while a look of the dispatcher waits is the one that the look goes by', async () => {
  const { app, unitOfWork } = service;
  const account = await service.account({ dailyPerNumber: 1 });
  const agent_id = await makeAgent(service, account);
  const calls = new CallTests(service, account, agent_id);
  const phone_number = number('0002');
  const first = await calls.queue({ phone_number });
  await calls.final(first['id'] as string);
  const accounts = app.get(Accounts, { strict: false });
  const waiters = (count: number) =>
    eventually(async () => {
      expect(await unitOfWork.rows('SELECT FROM pg_locks WHERE NOT granted')).toHaveLength(count);
    });
  const second = await unitOfWork.run(async () => {
    await app.get(CallingLines, { strict: false }).lock(account.id);
    const { id } = await outside.runInAsyncScope(() => calls.queue({ phone_number }));
    await waiters(1);
    await outside.runInAsyncScope(() => accounts.set(account.id, { dailyPerNumber: 2, recallGapSeconds: 0 }));
    // The look at what the old policy held waits, too: until nobody goes by that any more.
    await waiters(2);
    return id as string;
  });
  expect(await calls.final(second)).toMatchObject({ status: 'busy' });
});
