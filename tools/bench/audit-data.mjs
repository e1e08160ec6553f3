const ACCOUNTS = 20;
const DAYS = 100;

/** Each account calls within 09:00–21:00 of its zone, one call after another, nobody twice a day. */
const POLICY = JSON.stringify({
  timeZone: 'Asia/Kolkata',
  lines: 10,
  hours: { from: 540, to: 1260 },
  recallGapSeconds: 3_600,
  dailyPerNumber: 3,
  dailyLimit: 1_000,
  queueSeconds: 259_200,
});

/** So many calls of the last 100 days, a tenth of them human, with dials, events, talks and a ledger that adds up. */
export async function fill(dataSource, calls) {
  const each = Math.ceil(calls / ACCOUNTS);
  const gap = (12 * 3_600) / Math.ceil(each / DAYS);
  for (const statement of [...people(), ...statements(each, gap)]) await dataSource.query(statement);
  await dataSource.query('VACUUM ANALYZE');
}

function people() {
  const all = `generate_series(1, ${ACCOUNTS}) AS a`;
  return [
    `SET statement_timeout = 0`,
    `INSERT INTO accounts SELECT 'acct_' || a, 'Bench', 'Asia/Kolkata', 'simulator', 10, 540, 1260, 3600, 3, 1000, 259200,
       60, NULL, '[]', now(), now() FROM ${all}`,
    `INSERT INTO account_lines (account_id) SELECT 'acct_' || a FROM ${all}`,
    `INSERT INTO agents SELECT 'agent_' || a, 'acct_' || a, 'Bench', 'bench', true, 'outbound', NULL, 'google', 'v', 'Hi.', 'P.',
       '[]', '[]', '[]', NULL, NULL, NULL, NULL, NULL, '[]', 'off', false, '[]', now(), now(),
       '{"action": "hang_up", "message": null}', 'normal', '[]', '[]' FROM ${all}`,
    `INSERT INTO logins SELECT 'login_' || a, a || '@bench.example', a || '@bench.example', 'Bench', NULL, now() FROM ${all}`,
    `INSERT INTO memberships SELECT 'csl_' || a, 'acct_' || a, 'login_' || a, '["COUNSELLOR"]', 'active', NULL, now() FROM ${all}`,
  ];
}

function statements(each, gap) {
  // The nth call of an account: its day, its time of the day, what becomes of it.
  const plan = `CREATE UNLOGGED TABLE bench AS
    SELECT 'acct_' || a AS account_id, a, n, n % 10 = 0 AS human,
      CASE WHEN n % 10 = 0 THEN 'hcall_' ELSE 'call_' END || lpad(((a - 1) * ${each} + n)::text, 10, '0') AS id,
      '+9198' || lpad((n % ${Math.ceil(each / 3)})::text, 8, '0') AS number,
      n % 5 < 3 AS talked, 20 + n % 100 AS seconds,
      date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata' - interval '${DAYS + 1} days') AT TIME ZONE 'Asia/Kolkata'
        + interval '9 hours' + (n % ${DAYS}) * interval '1 day' + (n / ${DAYS}) * interval '${gap} seconds' AS at
    FROM generate_series(1, ${ACCOUNTS}) AS a, generate_series(0, ${each - 1}) AS n`;
  const words = `(SELECT json_agg(json_build_object('speaker', 'agent', 'text', repeat('word ', 12), 'startMs', 0, 'endMs', 1))
    FROM generate_series(1, 10))`;
  return [
    plan,
    `INSERT INTO calls SELECT id, account_id, 'agent_' || a, NULL, number, 'Somebody', NULL, NULL, '{"course": "B.Com"}', '{}', false,
       CASE WHEN talked THEN 'completed' ELSE 'no_answer' END, NULL, at, at, at, NULL, 1, NULL, 600, false, 6, 'simulator',
       NULL, at, at, CASE WHEN talked THEN at + interval '5 seconds' END, at + seconds * interval '1 second',
       CASE WHEN talked THEN seconds END, 'contact', NULL, NULL, 1, at + (seconds + 1) * interval '1 second', true
     FROM bench WHERE NOT human ORDER BY at`,
    `INSERT INTO human_calls SELECT id, account_id, 'csl_' || a, 'Bench', 'bench@bench.example', number, 'Somebody', NULL, NULL,
       NULL, '{}', talked, CASE WHEN talked THEN 'completed' ELSE 'no_answer' END, NULL, NULL, 'realtime', true, at,
       'simulator', NULL, 3600, at, CASE WHEN talked THEN at + interval '5 seconds' END, at + seconds * interval '1 second',
       CASE WHEN talked THEN seconds END, NULL, CASE WHEN talked THEN ceil(seconds / 60.0) ELSE 0 END, NULL,
       CASE WHEN talked THEN 'completed' ELSE 'not_requested' END, NULL, NULL, 1
     FROM bench WHERE human ORDER BY at`,
    `INSERT INTO dials SELECT id, 1, account_id, CASE WHEN human THEN 'human' ELSE 'ai' END, number, false, true,
       (at AT TIME ZONE 'Asia/Kolkata')::date, at, at + seconds * interval '1 second', '${POLICY}'
     FROM bench ORDER BY at`,
    `INSERT INTO call_talks SELECT id, ${words}, '{"disposition": "Interested"}' FROM bench WHERE NOT human AND talked`,
    `INSERT INTO human_call_talks SELECT id, ${words}, seconds, '{"credits": "0.1500"}' FROM bench WHERE human AND talked`,
    `INSERT INTO webhook_events SELECT 'evt_' || id, account_id,
       CASE WHEN human THEN 'human_call.analysis_ready' WHEN talked THEN 'call.completed' ELSE 'call.not_connected' END,
       id, repeat('x', 1500), at + interval '2 minutes', 'delivered', 1, 1, NULL, NULL
     FROM bench WHERE NOT human OR talked ORDER BY at`,
    `INSERT INTO credit_accounts SELECT 'acct_' || a, 0, 0, '{}', now() FROM generate_series(1, ${ACCOUNTS}) AS a`,
    `INSERT INTO credit_transactions SELECT 'txn_' || id, account_id, CASE WHEN human THEN 'human_call' ELSE 'ai_call' END,
       -ceil(seconds / 60.0) * CASE WHEN human THEN 1 ELSE 6 END, 0, id, 'talk', at + interval '2 minutes'
     FROM bench WHERE talked ORDER BY at`,
    `INSERT INTO credit_transactions SELECT 'txn_a_' || id, account_id, 'analysis', -0.15, 0, id, 'analysis', at + interval '3 minutes'
     FROM bench WHERE human AND talked ORDER BY at`,
    `INSERT INTO credit_transactions SELECT 'txn_' || account_id, account_id, 'top_up', 100 - sum(amount), 0, NULL, 'Top-up',
       min(created_at) - interval '1 day' FROM credit_transactions GROUP BY account_id`,
    `UPDATE credit_transactions AS t SET balance_after = sums.balance FROM (
       SELECT id, sum(amount) OVER (PARTITION BY account_id ORDER BY created_at, id) AS balance FROM credit_transactions
     ) AS sums WHERE t.id = sums.id`,
    `UPDATE credit_accounts SET balance = 100`,
    'DROP TABLE bench',
  ];
}
