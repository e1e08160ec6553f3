/** Makes ended calls by SQL for one account, the newest last, a second apart and none older than 90 days. */
export async function addHistory(driver, account, count, from = 0, isForgotten = false) {
  await driver.sql(
    `INSERT INTO calls (id, account_id, agent_id, batch_id, phone_number, contact_name, external_id, variables, metadata,
       test, status, created_at, queued_from, due_at, attempt, max_talk_seconds, credits_limit_talk, price_per_minute,
       carrier, dialed_at, answered_at, ended_at, duration_seconds, end_cause, analysis_attempts, finished_at, may_retry, words_forgotten, disposition)
     SELECT 'call_0' || lpad(n::text, 24, '0'), $1, $2, CASE WHEN n % 10 = 0 THEN 'batch_' || n / 10000 END,
       '+9177' || lpad((n % 300000)::text, 8, '0'), 'Somebody', 'lead-' || n % 200000, '{"course": "B.Com"}', '{}',
       n % 50 = 0, CASE WHEN n % 100 = 7 THEN 'failed' WHEN n % 5 < 3 THEN 'completed' ELSE 'no_answer' END,
       at, at, at, 1, 600, false, 6, 'simulator', at, CASE WHEN n % 5 < 3 THEN at END, at + interval '1 minute',
       CASE WHEN n % 5 < 3 THEN 60 END, 'contact', 1, at + interval '1 minute', true, CASE WHEN $5 THEN true END,
       -- Without one, a sweep labels the completed calls.
       CASE WHEN n % 100 <> 7 AND n % 5 < 3 THEN 'Interested' END
     FROM (SELECT n, now() - interval '90 days' + n * interval '1 second' AS at
           FROM generate_series($3::bigint, $4::bigint) AS n) AS made`,
    [account.id, account.agentId, from, from + count - 1, isForgotten],
  );
  await driver.sql('ANALYZE calls');
}
