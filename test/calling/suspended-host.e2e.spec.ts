import { CallingLines } from '../../src/accounts';
import { CallDispatcher } from '../../src/calls/application/dispatch/call-dispatcher';
import { ClockKeeper } from '../../src/platform/database/clock-keeper';
import { TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { CallTests } from '../harness/calls';

const HOUR_MS = 3_600_000;
/** A dial belongs to its worker for this time. */
const LEASE_MS = 15_000;

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start();
  // What happens in the second until it looks.
  service.app.get(ClockKeeper, { strict: false }).onApplicationShutdown();
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

/** How far the process's clock is behind the database's. */
async function behindMs(): Promise<number> {
  const row = await service.unitOfWork.row<{ now: Date }>('SELECT clock_timestamp() AS now');
  return (row?.now.getTime() ?? NaN) - service.clock.nowMs();
}

test('reads the time under the lock of a dispatch after waking', async () => {
  const account = await service.account();
  const calls = new CallTests(service, account, await makeAgent(service, account));
  const dispatcher = service.app.get(CallDispatcher, { strict: false });
  const scheduled_for = new Date(service.clock.nowMs() + HOUR_MS).toISOString();
  const { id } = await calls.queue({ scheduled_for });
  // As it was synchronised before it slept for an hour.
  service.clock.startReading()(new Date(Date.now() - HOUR_MS));
  expect(await behindMs()).toBeGreaterThan(HOUR_MS - 60_000);
  await service.unitOfWork.rows(`UPDATE calls SET due_at = 'epoch', queued_from = created_at WHERE id = $1`, [
    id,
  ]);
  await dispatcher.turn(account.id);
  expect(Math.abs(await behindMs())).toBeLessThan(1_000);
  const { dialed_at } = await calls.final(id);
  expect(Math.abs(Date.parse(dialed_at as string) - Date.now())).toBeLessThan(30_000);
});

test('disowns a dial that was committed before the sleep, without the database', () => {
  const lines = service.app.get(CallingLines, { strict: false });
  const dialedAt = service.clock.now();
  expect(lines.isSurelyOwn(dialedAt)).toBe(true);
  // The host's own clock has gone on, the process's monotonic clock has not.
  const monotonic = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => monotonic() - LEASE_MS - 1_000);
  expect(lines.isSurelyOwn(dialedAt)).toBe(false);
});
