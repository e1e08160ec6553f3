import { addBacklog, manyAccounts } from '../backlog.mjs';
import { round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';
import { callsPerSecond } from './dispatch.mjs';

/** Waiting calls of each neighbour, all due and all held by the recall gap once they are looked at. */
const HELD_CALLS = 100_000;

/** A network whose phones are busy after 400 ms (real ones take ten times as long): lines, not cores, limit the calls. */
const SPEED = '10';

/** One account's dispatch alone, and beside four accounts whose backlogs are only held. */
export default {
  name: 'neighbours',
  work: 'Dispatch of an account with 50 lines beside four with 100,000 calls that the recall gap holds',
  against: 'alone, before and after',
  goal: '≥ 0.9 ×',
  reached: ({ ratio }) => ratio >= 0.9,
  async run({ quick }) {
    const seconds = quick ? 4 : 10;
    const driver = await BenchDriver.start();
    try {
      const [account] = await manyAccounts(driver, 1, { lines: 50 });
      await addBacklog(driver, [account], 20_000);
      await driver.settle();
      const alone = await callsPerSecond(driver, 1, seconds, { SIMULATOR_SPEED: SPEED });
      await holdBacklogs(driver, await manyAccounts(driver, 4, { lines: 10, recallGapSeconds: 36_000 }));
      const beside = await callsPerSecond(driver, 1, seconds, { SIMULATOR_SPEED: SPEED });
      const [{ looked }] = await driver.sql(
        `SELECT count(*)::integer AS looked FROM calls WHERE held_by = 'rule'`,
      );
      await driver.sql(`DELETE FROM calls WHERE account_id <> $1`, [account.id]);
      await driver.settle();
      const aloneAgain = await callsPerSecond(driver, 1, seconds, { SIMULATOR_SPEED: SPEED });
      return {
        // Calls come in waves of the ringing time, which windows of seconds would cut.
        perSecond: { alone: alone.mean, beside: beside.mean, aloneAgain: aloneAgain.mean },
        heldMeanwhile: looked,
        ratio: round((2 * beside.mean) / (alone.mean + aloneAgain.mean)),
      };
    } finally {
      await driver.stop();
    }
  },
};

/** Calls that are due, each to a number that was called until just now. */
async function holdBacklogs(driver, accounts) {
  await addBacklog(driver, accounts, HELD_CALLS, 200_000);
  for (const { id } of accounts) {
    await driver.sql(
      `INSERT INTO dials (call_id, attempt, phone_number, account_id, kind, test, counted, local_day, dialed_at, ended_at, policy)
       SELECT id || '_before', 1, phone_number, account_id, 'ai', false, true, current_date - 1, now(), now(), '{}'
       FROM calls WHERE account_id = $1`,
      [id],
    );
  }
  await driver.settle();
  await driver.settle('dials');
}
