import { AsyncResource } from 'node:async_hooks';
import { Accounts, CallingLines, CallingRules } from '../../src/accounts';
import { localDay } from '../../src/platform/kernel/zoned-time';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

/** What is called through it is in no transaction. */
const outside = new AsyncResource('another dispatch');

test('counts the dials of the new day after a wait for the lock over midnight', async () => {
  const { app, clock, unitOfWork } = service;
  const { id } = await service.account();
  const lines = app.get(CallingLines, { strict: false });
  const { policy } = CallingRules.of(await app.get(Accounts, { strict: false }).get(id));
  const lock = () => unitOfWork.run(async () => (await lines.lock(id)).dialedToday(policy));
  await unitOfWork.affected(
    'UPDATE account_lines SET local_day = $2, dialed_today = 7 WHERE account_id = $1',
    [id, localDay(clock.now(), policy.timeZone)],
  );
  expect(await lock()).toBe(7);
  const waiting = await unitOfWork.run(async () => {
    await lines.lock(id);
    const locked = outside.runInAsyncScope(lock);
    await eventually(async () => {
      expect(await unitOfWork.rows('SELECT FROM pg_locks WHERE NOT granted')).toHaveLength(1);
    });
    clock.advance(86_400_000);
    return { locked };
  });
  expect(await waiting.locked).toBe(0);
});

describe('LineRepository, dials of a day', () => {
  /** An account whose dials are made by hand, at instants of the test's choice. */
  async function dialing(timeZone = 'Asia/Kolkata') {
    const { app, unitOfWork } = service;
    const { id: accountId } = await service.account({ timezone: timeZone });
    const lines = app.get(CallingLines, { strict: false });
    const { policy } = CallingRules.of(await app.get(Accounts, { strict: false }).get(accountId));
    let made = 0;
    return {
      dial: async (at: string, zone = timeZone) => {
        const callId = `${accountId}_${(made += 1)}`;
        await unitOfWork.run(async () => {
          await lines.lock(accountId);
          await lines.occupy({
            accountId,
            kind: 'ai',
            test: false,
            policy: { ...policy, timeZone: zone },
            at: new Date(at),
            dials: [{ callId, attempt: 1, phoneNumber: number() }],
          });
        });
        return callId;
      },
      takeBack: (callId: string, at: string) =>
        unitOfWork.run(async () => {
          await lines.lock(accountId);
          await lines.undoDial(accountId, callId, 1, new Date(at));
        }),
      countAt: async (at: string, zone = timeZone) => {
        const stopped = service.stopClock(Date.parse(at));
        try {
          const zoned = { ...policy, timeZone: zone };
          const locked = await unitOfWork.run(async () => (await lines.lock(accountId)).dialedToday(zoned));
          expect((await lines.read(accountId, zoned)).dialedToday).toBe(locked);
          return locked;
        } finally {
          stopped.mockRestore();
        }
      },
    };
  }

  test('leaves the new day unchanged when a dial of yesterday is uncounted', async () => {
    const { dial, takeBack, countAt } = await dialing();
    const late = await dial('2026-11-20T23:59:50+05:30');
    await dial('2026-11-21T00:00:10+05:30');
    await dial('2026-11-21T00:00:20+05:30');
    await takeBack(late, '2026-11-21T00:01:00+05:30');
    expect(await countAt('2026-11-21T00:02:00+05:30')).toBe(2);
    expect(await countAt('2026-11-20T23:59:59+05:30')).toBe(0);
  });

  test('uncounts a dial of today once', async () => {
    const { dial, takeBack, countAt } = await dialing();
    const refused = await dial('2026-11-21T10:00:00+05:30');
    await dial('2026-11-21T10:00:01+05:30');
    await takeBack(refused, '2026-11-21T10:00:02+05:30');
    await takeBack(refused, '2026-11-21T10:00:03+05:30');
    expect(await countAt('2026-11-21T10:00:04+05:30')).toBe(1);
  });

  test('counts a day correctly after the time zone was moved west and back', async () => {
    const { dial, countAt } = await dialing();
    await dial('2026-11-21T01:00:00+05:30');
    await dial('2026-11-21T02:00:00+05:30');
    expect(await countAt('2026-11-21T02:30:00+05:30', 'America/New_York')).toBe(0);
    await dial('2026-11-21T03:00:00+05:30', 'America/New_York');
    expect(await countAt('2026-11-21T03:30:00+05:30', 'America/New_York')).toBe(1);
    expect(await countAt('2026-11-21T04:00:00+05:30')).toBe(2);
    await dial('2026-11-21T04:30:00+05:30');
    expect(await countAt('2026-11-21T05:00:00+05:30')).toBe(3);
  });
});

describe('CallingLines.holdPeriods', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

  /** An account on hold for the first `seconds` of each of these minutes. */
  async function heldOften(minutes: number, seconds = 30) {
    const { id } = await service.account();
    await service.unitOfWork.affected(
      `INSERT INTO account_holds (account_id, reason, since, until)
       SELECT $1, 'no_free_line', $2::timestamptz + n * interval '1 minute',
         $2::timestamptz + n * interval '1 minute' + $4 * interval '1 second'
       FROM generate_series(0, $3 - 1) AS n`,
      [id, at(0), minutes, seconds],
    );
    return { id, lines: service.app.get(CallingLines, { strict: false }) };
  }

  test('returns the hold at the start of the range to the last that begins before its end', async () => {
    const { id, lines } = await heldOften(100);
    const since = async (from: Date, to: Date) =>
      (await lines.holdPeriods(id, from, to)).map(
        (period) => (period.since.getTime() - at(0).getTime()) / 60_000,
      );
    expect(await since(new Date(at(10).getTime() + 15_000), at(12))).toEqual([10, 11, 12]);
    expect(await since(new Date(at(10).getTime() + 45_000), at(12))).toEqual([11, 12]);
    expect(await since(new Date(at(0).getTime() - 60_000), at(0))).toEqual([0]);
    expect(await since(at(200), at(300))).toEqual([]);
    await service.unitOfWork.affected(
      `INSERT INTO account_holds (account_id, reason, since) VALUES ($1, 'no_free_line', $2)`,
      [id, at(150)],
    );
    expect(await since(at(200), at(300))).toEqual([150]);
  });

  test('merges holds when each free line is occupied again within a second', async () => {
    const { id, lines } = await heldOften(100, 59.5);
    const hold = (reason: string, since: Date, until: Date | null) =>
      service.unitOfWork.affected(
        `INSERT INTO account_holds (account_id, reason, since, until) VALUES ($1, $2, $3, $4)`,
        [id, reason, since, until],
      );
    await hold('insufficient_credits', at(100), at(101));
    await hold('insufficient_credits', at(102), at(103));
    await hold('no_free_line', at(103), at(104));
    await hold('no_free_line', at(104), null);
    const endOf = (minute: number) => new Date(at(minute).getTime() - 500);
    const period = (reason: string, since: Date, until: Date | null) => ({
      reason,
      since,
      until,
      expectedUntil: null,
    });
    expect(await lines.holdPeriods(id, at(10), at(200))).toEqual([
      period('no_free_line', at(10), endOf(100)),
      period('insufficient_credits', at(100), at(101)),
      period('insufficient_credits', at(102), at(103)),
      period('no_free_line', at(103), null),
    ]);
    expect(await lines.holdPeriods(id, endOf(11), at(12))).toEqual([
      period('no_free_line', at(10), endOf(13)),
    ]);
    // A call that was dialed between two periods was never on hold.
    expect(
      await lines.holdPeriods(id, new Date(endOf(11).getTime() + 1), new Date(at(11).getTime() - 1)),
    ).toEqual([]);
  });

  test('reads no holds of long ago', async () => {
    const { id, lines } = await heldOften(20_000);
    await service.unitOfWork.affected('ANALYZE account_holds');
    const rows = jest.spyOn(service.unitOfWork, 'rows');
    await lines.holdPeriods(id, at(19_990), at(19_995));
    const [sql, parameters] = rows.mock.calls[0]!;
    rows.mockRestore();
    const [plan] = await service.unitOfWork.rows<{ 'QUERY PLAN': unknown }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
      parameters,
    );
    const [{ Plan: read }] = plan!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
    expect((read['Shared Hit Blocks'] ?? 0) + (read['Shared Read Blocks'] ?? 0)).toBeLessThan(30);
  });
});

test('applies a policy that changes while a dispatch round waits', async () => {
  const { app, unitOfWork } = service;
  const account = await service.account({ dailyPerNumber: 1 });
  const agent_id = await makeAgent(service, account);
  const calls = new CallTests(service, account, agent_id);
  const phone_number = number('0002');
  const first = await calls.queue({ phone_number });
  await calls.final(first['id']);
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
    // The check of the old policy's holds waits, too, until no statement uses it any more.
    await waiters(2);
    return id;
  });
  expect(await calls.final(second)).toMatchObject({ status: 'busy' });
});
