import { randomUUID } from 'node:crypto';
import { load } from '../lib/load.mjs';
import { startReceiver } from '../lib/receiver.mjs';
import { round } from '../lib/server-load.mjs';
import { Stage } from '../lib/stage.mjs';

const BODY_BYTES = 2_400;
const CONNECTIONS = 16;
const ACCOUNTS = 20;

/** Pending events of 2.4 KB in 20 accounts, delivered by one worker, each attempt signed and stored. */
export default {
  name: 'deliveries',
  work: 'Deliveries of 2.4 KB, attempts stored',
  against: 'an undici keep-alive loop to the same receiver',
  goal: 'ratio ≥ 0.30',
  reached: ({ ratio }) => ratio >= 0.3,
  guard: ({ ratio }) => ratio,
  async run({ quick }) {
    const receiver = await startReceiver();
    const stage = await Stage.start();
    try {
      const api = await stage.service({ ROLE: 'api' });
      const each = quick ? 200 : 2_000;
      for (let at = 0; at < ACCOUNTS; at++) {
        const { id, keys } = await stage.account();
        // Its secret is encrypted for this account, so that no row of another could stand in.
        const set = await fetch(`${api.origin}/v1/webhook`, {
          method: 'PUT',
          headers: { 'x-api-key': keys[0], 'content-type': 'application/json' },
          body: JSON.stringify({ url: receiver.url }),
        });
        if (set.status !== 200) throw new Error(await set.text());
        await stage.sql(
          `INSERT INTO webhook_events (id, account_id, type, body, created_at, state, next_attempt_at, attempts, scheduled_attempts)
           SELECT 'evt_' || $1::text || '_' || n, $1, 'call.completed', repeat('x', ${BODY_BYTES}), now(), 'pending', now(), 0, 0
           FROM generate_series(1, $2::integer) AS n`,
          [id, each],
        );
      }
      await api.stop();
      const began = performance.now();
      const worker = await stage.service({ ROLE: 'worker' });
      const first = (ACCOUNTS * each) / 5;
      while (receiver.received.size < first) await new Promise((resolve) => setTimeout(resolve, 5));
      const start = performance.now();
      await stage.until(`SELECT NOT EXISTS (SELECT FROM webhook_events WHERE state = 'pending') AS done`);
      const perSecond = (ACCOUNTS * each - first) / ((performance.now() - start) / 1_000);
      await worker.stop();
      const body = 'x'.repeat(BODY_BYTES);
      const request = () => ({ path: '/', method: 'POST', headers: { 'webhook-id': randomUUID() }, body });
      const plain = await load(receiver.url, { connections: CONNECTIONS, seconds: quick ? 2 : 5, request });
      return {
        ratio: round(perSecond / plain.perSecond, 3),
        perSecond: round(perSecond),
        baselinePerSecond: round(plain.perSecond),
        seconds: round((performance.now() - began) / 1_000),
      };
    } finally {
      await stage.stop();
      await receiver.stop();
    }
  },
};
