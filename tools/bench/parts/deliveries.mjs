import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { load, spread } from '../load.mjs';
import { CountingReceiver } from '../receiver.mjs';
import { round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const DELIVERER = fileURLToPath(new URL('../baseline/deliverer.mjs', import.meta.url));
const BODY_BYTES = 2_400;
const CONNECTIONS = 16;
const ACCOUNTS = 20;
const WARM_UP = 8_000;

/** Pending events of 2.4 KB in 20 accounts, delivered by one worker, each attempt signed and stored. */
export default {
  name: 'deliveries',
  work: 'Deliveries of 2.4 KB, attempts stored',
  against: 'an undici keep-alive loop to the same receiver',
  goal: 'ratio ≥ 0.30',
  reached: ({ ratio }) => ratio.median >= 0.3,
  guard: ({ ratio }) => ratio.median,
  async run({ quick }) {
    const receiver = await new CountingReceiver().start();
    const driver = await BenchDriver.start();
    try {
      const api = await driver.service({ ROLE: 'api' });
      const accounts = [];
      for (let at = 0; at < ACCOUNTS; at++) {
        const { id, keys } = await driver.account();
        // The secret is encrypted for this account, so that no row of another account could replace it.
        const set = await fetch(`${api.origin}/v1/webhook`, {
          method: 'PUT',
          headers: { 'x-api-key': keys[0], 'content-type': 'application/json' },
          body: JSON.stringify({ url: receiver.url() }),
        });
        if (set.status !== 200) throw new Error(await set.text());
        accounts.push(id);
      }
      await api.stop();
      const each = quick ? 500 : 2_000;
      const body = 'x'.repeat(BODY_BYTES);
      const request = () => ({ path: '/', method: 'POST', headers: { 'webhook-id': randomUUID() }, body });
      const runs = [];
      for (let at = 0; at < (quick ? 1 : 5); at++) {
        await addEvents(driver, accounts, each, at);
        const perSecond = await delivered(driver, receiver, ACCOUNTS * each);
        const { perSecond: baselinePerSecond } = await load(receiver.url(), {
          connections: CONNECTIONS,
          seconds: quick ? 2 : 5,
          request,
        });
        await addEvents(driver, accounts, each, `bare-${at}`);
        const storingPerSecond = await deliveredByHand(driver, receiver, accounts, each);
        runs.push({
          perSecond: round(perSecond),
          baselinePerSecond: round(baselinePerSecond),
          ratio: round(perSecond / baselinePerSecond, 3),
          storingPerSecond: round(storingPerSecond),
          storingRatio: round(storingPerSecond / baselinePerSecond, 3),
        });
      }
      return {
        ratio: spread(runs.map(({ ratio }) => ratio)),
        bareThatStoresRatio: spread(runs.map(({ storingRatio }) => storingRatio)),
        runs,
      };
    } finally {
      await driver.stop();
      await receiver.stop();
    }
  },
};

async function addEvents(driver, accounts, each, run) {
  await driver.sql(
    `INSERT INTO webhook_events (id, account_id, type, body, created_at, state, next_attempt_at, attempts, scheduled_attempts)
     SELECT 'evt_' || a || '_' || $3::text || '_' || n, a, 'call.completed', repeat('x', ${BODY_BYTES}), now(), 'pending', now(), 0, 0
     FROM unnest($1::text[]) AS a, generate_series(1, $2::integer) AS n`,
    [accounts, each, run],
  );
  await driver.settle('webhook_events');
}

/** Deliveries a second of a new worker, the first thousands not counted: they are its warm-up. */
async function delivered(driver, receiver, count) {
  receiver.received.clear();
  const worker = await driver.service({ ROLE: 'worker' });
  const first = Math.min(count / 2, WARM_UP);
  const arrived = async (many) => {
    while (receiver.received.size < many) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await arrived(first);
  const start = performance.now();
  await arrived(count);
  // The last of them are still being stored.
  await driver.until(`SELECT NOT EXISTS (SELECT FROM webhook_events WHERE state = 'pending') AS done`);
  const seconds = (performance.now() - start) / 1_000;
  await worker.stop();
  return (count - first) / seconds;
}

/** Deliveries a second of a bare loop that claims and stores them. */
async function deliveredByHand(driver, receiver, accounts, each) {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: driver.databaseUrl,
    RECEIVER: receiver.url(),
    ACCOUNTS: JSON.stringify(accounts),
    EACH: String(each),
  };
  const { origin, stop } = await driver.spawn([DELIVERER], env, /delivered (\S+) a second/);
  await stop();
  return Number(origin);
}
