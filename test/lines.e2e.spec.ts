import { AsyncResource } from 'node:async_hooks';
import { Accounts, CallingLines, CallingRules } from '../src/accounts';
import { localDay } from '../src/platform/kernel/zoned-time';
import { eventually, TestApp } from './harness/app';

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
  const lock = () => unitOfWork.run(() => lines.lock(id, policy));
  await unitOfWork.affected(
    'UPDATE account_lines SET local_day = $2, dialed_today = 7 WHERE account_id = $1',
    [id, localDay(clock.now(), policy.timeZone)],
  );
  expect((await lock()).dialedToday).toBe(7);
  const waiting = await unitOfWork.run(async () => {
    await lines.lock(id, policy);
    const locked = outside.runInAsyncScope(lock);
    await eventually(async () => {
      expect(await unitOfWork.rows('SELECT FROM pg_locks WHERE NOT granted')).toHaveLength(1);
    });
    clock.advance(86_400_000);
    return { locked };
  });
  expect((await waiting.locked).dialedToday).toBe(0);
});
