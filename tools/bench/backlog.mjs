/** Makes waiting calls for each account, due now, to numbers that are busy at once (ending 0002). */
export async function addBacklog(driver, accounts, each, from = 0) {
  for (const { id, agentId } of accounts) {
    await driver.sql(
      `INSERT INTO calls (id, account_id, agent_id, phone_number, variables, metadata, test, status, created_at, queued_from,
         due_at, attempt, credits_limit_talk, analysis_attempts, may_retry)
       SELECT 'call_1' || substr(md5($1 || ' ' || n), 1, 25), $1, $2, '+919' || lpad((n % 100000)::text, 5, '0') || '0002',
         '{}', '{}', false, 'queued', now(), now(), now(), 0, false, 0, true
       FROM generate_series($3::bigint, $4::bigint) AS n`,
      [id, agentId, from, from + each - 1],
    );
  }
  await driver.sql('ANALYZE calls');
}

/** Accounts that may call at any time, as many calls as they like. */
export async function manyAccounts(driver, count, settings = {}) {
  const [first] = [
    await driver.account({ lines: 50, dailyPerNumber: 1_000_000, recallGapSeconds: 0, ...settings }),
  ];
  const accounts = [first];
  for (let at = 1; at < count; at++) accounts.push(await copyOf(driver, first, at));
  return accounts;
}

/** Copies by SQL: a thousand accounts one by one through the service's own code would take minutes. */
async function copyOf(driver, { id, agentId }, at) {
  const copy = { id: `${id}_${at}`, agentId: `${agentId}_${at}` };
  await driver.sql(
    `WITH account AS (INSERT INTO accounts SELECT (json_populate_record(a, json_build_object('id', $2::text))).* FROM accounts a WHERE id = $1),
       lines AS (INSERT INTO account_lines (account_id) VALUES ($2)),
       credit AS (INSERT INTO credit_accounts SELECT (json_populate_record(c, json_build_object('account_id', $2::text))).* FROM credit_accounts c WHERE account_id = $1),
       agent AS (INSERT INTO agents SELECT (json_populate_record(g, json_build_object('id', $4::text, 'account_id', $2::text))).* FROM agents g WHERE id = $3)
     INSERT INTO agent_versions SELECT $4, version, script FROM agent_versions WHERE agent_id = $3`,
    [id, copy.id, agentId, copy.agentId],
  );
  return copy;
}
