import pg from 'pg';

/**
 * What a POST /calls and a GET of a call that is over must ask of and write to PostgreSQL, and nothing else: the same
 * statements as the service's, sent as close together as their answers allow. No code of the service runs. What it costs is
 * what the promises cost: a key that works, an exact limit, idempotency, an agent that stays, do-not-call, credits, the
 * policy's facts, a timeline.
 */
const KEY = `SELECT k.id, k.account_id, k.scopes, k.product, k.last_used_at, a.countries
  FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.hash = $1 AND k.revoked_at IS NULL
    AND (k.expires_on IS NULL OR ($2::timestamptz AT TIME ZONE a.timezone)::date <= k.expires_on)`;
const CLAIM = `INSERT INTO idempotency_keys (account_id, operation, key, fingerprint, created_at)
  SELECT $1, 'POST /calls', $2, $3, $4 WHERE set_config('lock_timeout', '10000', true) IS NOT NULL
  ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE
    SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, resource_id = NULL, first_answer = NULL
    WHERE idempotency_keys.created_at <= $5`;
const INSERT = `INSERT INTO calls SELECT * FROM json_populate_recordset(NULL::calls, $1::json)
  ON CONFLICT (account_id, phone_number, test) WHERE status = 'queued' DO NOTHING RETURNING id`;
const LINES = `SELECT dialed_today, held_until,
    (SELECT count(*)::int FROM line_use WHERE account_id = $1 AND NOT test),
    (SELECT count(*)::int FROM line_use WHERE account_id = $1 AND test),
    (SELECT count(*)::int FROM line_waits WHERE account_id = $1 AND ready) FROM account_lines WHERE account_id = $1`;
const HISTORY = `SELECT max(ended_at), count(*) FILTER (WHERE local_day = $3)::int,
    EXISTS (SELECT FROM line_use WHERE account_id = $1 AND phone_number = $2 AND NOT test)
  FROM dials WHERE account_id = $1 AND phone_number = $2 AND counted AND NOT test`;
const TIMELINE = `INSERT INTO call_timeline (call_id, at, type, data) VALUES ($1, $2, 'accepted', $3)`;
const KEEP = `UPDATE idempotency_keys SET resource_id = $3, first_answer = $4
  WHERE account_id = $1 AND operation = 'POST /calls' AND key = $2`;

/** Requests that a key may make in a minute: names of keys change as they do in the load. */
const PER_KEY = 290;

export function keeper({ url, account, agent, hash, row }) {
  const pool = new pg.Pool({ connectionString: url, max: 20, pipeline: true });
  let made = 0;
  const names = new Map();
  const admit = async (client, now) => {
    await send(client, KEY, [Buffer.from(hash, 'hex'), now]);
    const window = [`floor_${Math.floor(++made / PER_KEY)}`, now.getTime(), 300, 60_000];
    await send(client, 'SELECT * FROM admit_request($1, $2, $3, $4)', window);
  };
  const send = (client, text, values) => {
    if (!names.has(text)) names.set(text, `bench_${names.size}`);
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    return client.query({ name: names.get(text), text, values });
  };
  const read = async (id) => {
    const client = await pool.connect();
    try {
      await admit(client, new Date());
      return (await send(client, 'SELECT * FROM calls WHERE account_id = $1 AND id = $2', [account, id]))
        .rows[0];
    } finally {
      client.release();
    }
  };
  const create = async (body) => {
    const now = new Date();
    const client = await pool.connect();
    try {
      await admit(client, now);
      const id = `call_${process.pid}_${made}`;
      const key = `kept-${id}`;
      void send(client, 'BEGIN');
      await send(client, CLAIM, [account, key, 'fingerprint', now, new Date(0)]);
      await Promise.all([
        send(client, 'SELECT * FROM agents WHERE account_id = $1 AND id = $2 FOR KEY SHARE', [
          account,
          agent,
        ]),
        send(client, 'SELECT * FROM do_not_call WHERE account_id = $1 AND phone_number = ANY ($2)', [
          account,
          [body.phone_number],
        ]),
        send(client, 'SELECT * FROM accounts WHERE id = $1', [account]),
      ]);
      const call = { ...row, ...body, id, phone_number: body.phone_number, created_at: now };
      await Promise.all([
        send(client, INSERT, [JSON.stringify([call])]),
        send(client, 'SELECT * FROM credit_accounts WHERE account_id = $1', [account]),
        send(client, LINES, [account]),
        send(client, HISTORY, [account, body.phone_number, now]),
      ]);
      void send(client, TIMELINE, [id, now, '{"message": "The call was accepted and queued."}']);
      void send(client, KEEP, [account, key, id, '{"warnings": []}']);
      await send(client, 'COMMIT');
      return call;
    } finally {
      client.release();
    }
  };
  return { create, read };
}
