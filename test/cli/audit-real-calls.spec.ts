import { AuditDriver, type Caller } from '../harness/audit-driver';

const driver = new AuditDriver();

const AT = Date.parse('2026-11-20T10:00:00Z');

/** Legs of an account on a trunk, given in seconds: when each began and ended, and the trunk's channels then. */
async function addLegs(
  of: Caller,
  trunk: string,
  ...legs: [began: number, ended: number | null, channels: number][]
) {
  for (const [at, [began, ended, channels]] of legs.entries()) {
    await driver.service.unitOfWork.affected(
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

const result = async (name: string, of = driver.caller) =>
  (await driver.run(of)).checks.find((check) => check.name === name);

test('frees a channel at the end of its leg, and applies the channels of that time to each leg', async () => {
  await addLegs(driver.caller, 'exact', [0, 10, 1], [10, 20, 1], [15, 30, 2], [20, 25, 2], [27, 28, 1]);
  expect(await result('channels_never_exceeded')).toMatchObject({ count: 5, failures: ['call_exact_4'] });
});

test("counts channels for all accounts, and reports an account's own legs", async () => {
  const other = await driver.newCaller();
  await addLegs(other, 'shared', [0, 60, 1]);
  await addLegs(driver.caller, 'shared', [30, 40, 1]);
  expect((await result('channels_never_exceeded'))?.failures).toEqual(['call_shared_0']);
  expect((await result('channels_never_exceeded', other))?.failures).toEqual([]);
});

test('accepts an open leg of a human call whose carrier cannot hang up, until its limits', async () => {
  const id = await driver.makeHumanCall(false);
  await driver.service.unitOfWork.affected(
    `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, began_at)
     VALUES ('leg_' || $1, $2, $1, 1, 1, 'trunk_alone', 'contact', 2, now())`,
    [id, driver.caller.account.id],
  );
  for (const [updates, minutes, failures] of [
    ['final_only', 14, []],
    ['final_only', 16, [id]],
    ['realtime', 1, [id]],
  ] as const) {
    await driver.service.unitOfWork.affected(
      `UPDATE human_calls SET status_updates = $2, max_talk_seconds = 600,
         dialed_at = now() - $3 * interval '1 minute' WHERE id = $1`,
      [id, updates, minutes],
    );
    expect((await result('no_leg_left_open'))?.failures).toEqual(failures);
  }
  await driver.service.unitOfWork.affected('DELETE FROM legs WHERE call_id = $1', [id]);
});

test('accepts a talk without a recording when recording was off, and in its first 45 minutes', async () => {
  const id = await driver.makeCall('0001');
  const set = (recording: string, minutes: number) =>
    driver.service.unitOfWork.affected(
      `UPDATE calls SET recording = $2, ended_at = now() - $3 * interval '1 minute' WHERE id = $1`,
      [id, recording, minutes],
    );
  await driver.service.unitOfWork.affected(
    `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, began_at, ended_at)
     VALUES ('leg_' || $1, $2, $1, 1, 1, 'trunk_alone', 'contact', 1, now(), now())`,
    [id, driver.caller.account.id],
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
