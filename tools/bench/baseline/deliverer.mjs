import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';

/**
 * The least that a worker does with events that must not be lost, by hand: claims sixteen of an account, sends them,
 * stores what became of them. No signature, no policy of retries, no limits, no look at what else is going on.
 */
const { DATABASE_URL = '', RECEIVER = '', ACCOUNTS = '[]', EACH = '0' } = process.env;
const accounts = JSON.parse(ACCOUNTS);
const count = accounts.length * Number(EACH);
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 6 });
const http = new Pool(RECEIVER, { connections: 16 * accounts.length, pipelining: 1 });
const named = (name, text, values) => ({ name, text, values });

const claim = (account) =>
  named(
    'claim',
    `UPDATE webhook_events SET lease_until = now() + interval '30 seconds' WHERE id = ANY (ARRAY (
       SELECT id FROM webhook_events WHERE account_id = $1 AND state = 'pending' AND next_attempt_at <= now()
         AND (lease_until IS NULL OR lease_until <= now()) ORDER BY next_attempt_at, id LIMIT 16 FOR UPDATE SKIP LOCKED))
     RETURNING id, body`,
    [account],
  );

const store = (account, ids) =>
  named(
    'store',
    `WITH sent AS (
       UPDATE webhook_events SET state = 'delivered', attempts = 1, next_attempt_at = NULL, lease_until = NULL
       WHERE id = ANY ($2) RETURNING id, type)
     INSERT INTO webhook_deliveries (id, account_id, event_id, type, attempt, status_code, delivered, duration_ms, at)
     SELECT 'raw_' || id, $1, id, type, 1, 200, true, 1, now() FROM sent`,
    [account, ids],
  );

async function send({ id, body }) {
  const headers = { 'content-type': 'application/json', 'webhook-id': id, 'x-nonce': randomUUID() };
  const answer = await http.request({ path: '/', method: 'POST', headers, body });
  await answer.body.text();
}

let sent = 0;
let began = 0;
async function deliverAll(account) {
  for (;;) {
    const { rows } = await database.query(claim(account));
    if (rows.length === 0) return;
    await Promise.all(rows.map(send));
    await database.query(
      store(
        account,
        rows.map(({ id }) => id),
      ),
    );
    if (sent < count / 5 && sent + rows.length >= count / 5) began = performance.now();
    sent += rows.length;
  }
}

await Promise.all(accounts.map(deliverAll));
const seconds = (performance.now() - began) / 1_000;
process.stdout.write(`delivered ${(count * 4) / 5 / seconds} a second\n`);
