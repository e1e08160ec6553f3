import { check, inScope, LIVE, ofAccount, type SqlCheck } from './check';

export const LEDGER_CHECKS: readonly SqlCheck[] = [
  check(
    'each_talk_charged_once',
    `SELECT c.id, coalesce(-sum(t.amount), 0) AS charged, count(t.id) AS entries,
       CASE WHEN c.test OR c.duration_seconds IS NULL THEN 0
         ELSE greatest(1, ceil(c.duration_seconds / 60.0)) * coalesce(c.price_per_minute, 0) END AS price
     FROM calls c LEFT JOIN credit_transactions t ON t.call_id = c.id AND t.type = 'ai_call'
     WHERE ${inScope('c', 'c.ended_at IS NOT NULL')} GROUP BY c.id
     UNION ALL
     SELECT h.id, coalesce(-sum(t.amount), 0), count(t.id),
       CASE WHEN NOT h.hosted OR h.duration_seconds IS NULL THEN 0 ELSE h.charged END
     FROM human_calls h LEFT JOIN credit_transactions t ON t.call_id = h.id AND t.type = 'human_call'
     WHERE ${inScope('h', 'h.ended_at IS NOT NULL')} GROUP BY h.id`,
    'charged IS DISTINCT FROM price OR entries <> (price > 0)::int',
  ),
  check(
    'each_analysis_charged_once',
    // The analysis states its price. After an erasure only the charge itself remains.
    `SELECT h.id, coalesce(-sum(t.amount), 0) AS charged, count(t.id) AS entries,
       CASE WHEN h.analysis_status <> 'completed' THEN 0
         WHEN k.reading IS NULL THEN coalesce(-sum(t.amount), 0)
         ELSE (k.reading->>'credits')::numeric END AS price
     FROM human_calls h LEFT JOIN human_call_talks k ON k.call_id = h.id
     LEFT JOIN credit_transactions t ON t.call_id = h.id AND t.type = 'analysis'
     WHERE ${inScope('h')} GROUP BY h.id, k.call_id`,
    'charged IS DISTINCT FROM price OR entries <> (price > 0)::int',
  ),
  check(
    'each_charge_has_its_call',
    `SELECT t.id, CASE t.type WHEN 'ai_call' THEN c.id ELSE h.id END IS NOT NULL AS has_call, t.amount
     FROM credit_transactions t LEFT JOIN calls c ON c.id = t.call_id AND c.account_id = t.account_id
     LEFT JOIN human_calls h ON h.id = t.call_id AND h.account_id = t.account_id
     WHERE ${inScope('t', "t.type IN ('ai_call', 'human_call', 'analysis')")}`,
    'NOT has_call OR amount >= 0',
  ),
  check(
    'ledger_adds_up',
    // Entries have no order over processes, but each begins with the balance after another, and one with 0.
    `SELECT a.account_id AS id, a.balance, a.reserved, coalesce(entry.total, 0) AS entries, coalesce(held.total, 0) AS held,
       coalesce(link.broken, 0) AS broken
     FROM credit_accounts a
     LEFT JOIN (SELECT account_id, count(*) AS broken FROM (
         SELECT account_id FROM (
           SELECT account_id, balance_after AS credits, 1 AS sign FROM credit_transactions
           UNION ALL SELECT account_id, balance_after - amount, -1 FROM credit_transactions
           UNION ALL SELECT account_id, 0, 1 FROM credit_accounts
           UNION ALL SELECT account_id, balance, -1 FROM credit_accounts) AS balances
         GROUP BY account_id, credits HAVING sum(sign) <> 0) AS unpaired
       GROUP BY account_id) AS link USING (account_id)
     LEFT JOIN (SELECT account_id, sum(amount) AS total FROM credit_transactions GROUP BY account_id) AS entry USING (account_id)
     LEFT JOIN (SELECT account_id, sum(amount) AS total FROM credit_reservations GROUP BY account_id) AS held USING (account_id)
     WHERE ${ofAccount('a')}`,
    'balance <> entries OR reserved <> held OR reserved > balance OR broken > 0',
  ),
  check(
    'ledger_never_negative',
    `SELECT t.id, t.balance_after, t.type FROM credit_transactions t WHERE ${inScope('t')}`,
    `balance_after < 0 AND type <> 'adjustment'`,
  ),
  check(
    'nothing_reserved_for_what_is_over',
    // A talk is reserved under the call's id, the analysis of a human call under the id and a suffix.
    `SELECT r.subject_id AS id, CASE
         WHEN r.subject_id LIKE '%.analysis' THEN h.analysis_due_at IS NOT NULL
         ELSE coalesce(c.status, h.status) IN (${LIVE}) END AS needed
     FROM credit_reservations r
     LEFT JOIN calls c ON c.id = r.subject_id
     LEFT JOIN human_calls h ON h.id = split_part(r.subject_id, '.', 1)
     WHERE ${inScope('r')}`,
    'needed IS NOT TRUE',
  ),
];
