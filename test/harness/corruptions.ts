/** A minute of the day (UTC) half a day away from the dials of these tests. */
export const away = (new Date().getUTCHours() * 60 + 720) % 1_440;

/** Statements that break a promise of a finished call, $1. */
export interface Corruption {
  readonly ai?: readonly string[];
  readonly human?: readonly string[];
}

// Whatever kind of call $1 is.
const ofEither = `(SELECT id, account_id, phone_number FROM calls UNION ALL
    SELECT id, account_id, phone_number FROM human_calls) AS c WHERE id = $1`;
const line = `INSERT INTO line_use SELECT id, account_id, 'human', phone_number, false, 'w', now() + interval '1 hour'
    FROM ${ofEither}`;
const wait = `INSERT INTO line_waits SELECT id, account_id, true FROM ${ofEither}`;
const reserved = (subject: string) =>
  `INSERT INTO credit_reservations SELECT ${subject}, account_id, 1, 1, now() FROM ${ofEither}`;
const charge = (type: string, callId: string) =>
  `INSERT INTO credit_transactions SELECT 'txn_' || id, account_id, '${type}', -1, 1, ${callId}, 'odd', now() FROM ${ofEither}`;
const left = `INSERT INTO outbox (type, payload, created_at)
    SELECT 'unheard.of', json_build_object('accountId', account_id), now() - interval '10 minutes' FROM ${ofEither}`;
const endpoint = `INSERT INTO webhook_endpoints SELECT account_id, 'https://example.com', 'v1.x.y', 'abcd', NULL, NULL, now(), now()
    FROM ${ofEither}`;
const policy = (key: string, value: string) =>
  `UPDATE dials SET policy = jsonb_set(policy, '{${key}}', '${value}') WHERE call_id = $1`;
const again = `INSERT INTO dials SELECT call_id || '_again', 1, account_id, kind, phone_number, test, counted, local_day,
    dialed_at - interval '1 minute', ended_at, policy FROM dials WHERE call_id = $1`;

/** Makes $1 an attempt of a chain. */
const chained = (
  most: number,
  attempt: number,
  stopped = '',
  on = ['voicemail', 'no_answer', 'busy', 'failed'],
) =>
  `UPDATE calls SET retry = '${JSON.stringify({ maxAttempts: most, on, waitMinutes: [0] })}', first_call_id = id,
     chain_attempt = ${attempt}, retry_stopped = nullif('${stopped}', '') WHERE id = $1`;
const follower = `INSERT INTO calls SELECT (json_populate_record(c, json_build_object('id', c.id || '_next',
    'chain_attempt', c.chain_attempt + 1, 'retry_stopped', 'max_attempts'))).* FROM calls c WHERE id = $1`;

const leg = (channels: number, ended: string, id = '1') =>
  `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, began_at, ended_at)
     SELECT 'leg_' || id || '_${id}', account_id, id, 1, ${id}, 'trunk_' || id, 'contact', ${channels}, now(), ${ended}
     FROM ${ofEither}`;
const toolUse = (id: string, status: string, attempts: number, at = 'now()') =>
  `INSERT INTO tool_invocations (id, account_id, call_id, ordinal, name, kind, effect, phase, key, status, attempts,
       simulated, at)
     SELECT 'tinv_' || id || '_${id}', account_id, id, 0, 'book', 'http', 'write', 'during', 'k', '${status}', ${attempts},
       false, ${at} FROM ${ofEither}`;
const LATER = `now() + interval '1 minute'`;
const recording = (state: string, table = 'calls') =>
  `UPDATE ${table} SET ended_at = now() - interval '46 minutes', recording = ${state} WHERE id = $1`;

/** For each check of the audit, by name, the ways its promise is broken. */
export const corruptions: Readonly<Record<string, readonly Corruption[]>> = {
  no_dial_outside_calling_hours: [
    { ai: [policy('hours', `{"from": ${away}, "to": ${away + 1}}`), policy('timeZone', '"UTC"')] },
  ],
  recall_gap_kept: [{ ai: [again] }],
  daily_number_limit_kept: [{ ai: [policy('dailyPerNumber', '0')] }],
  daily_account_limit_kept: [{ ai: [policy('dailyLimit', '0')] }],
  lines_never_exceeded: [{ ai: [policy('lines', '0')] }, { human: [policy('lines', '0')] }],
  one_call_at_once_to_a_number: [{ ai: [again] }, { human: [again] }],
  each_dial_recorded_once: [
    { ai: ['DELETE FROM dials WHERE call_id = $1'] },
    { human: ['DELETE FROM dials WHERE call_id = $1'] },
    { human: ['UPDATE human_calls SET dialed_at = NULL WHERE id = $1'] },
  ],
  one_final_event_for_each_final_call: [
    { ai: ['DELETE FROM webhook_events WHERE call_id = $1'] },
    { ai: [`UPDATE webhook_events SET type = 'call.not_connected' WHERE call_id = $1`] },
    { ai: ['UPDATE calls SET finished_at = NULL WHERE id = $1'] },
  ],
  one_next_attempt: [
    { ai: [chained(2, 1), `UPDATE calls SET next_call_id = 'call_gone' WHERE id = $1`] },
    { ai: [chained(2, 1)] },
    { ai: [chained(2, 1, 'max_attempts'), 'UPDATE calls SET next_call_id = id WHERE id = $1'] },
  ],
  attempts_within_policy: [
    { ai: [chained(2, 3, 'max_attempts')] },
    { ai: [chained(2, 1, 'reached', ['busy']), `UPDATE calls SET next_call_id = 'call_gone' WHERE id = $1`] },
  ],
  no_attempt_after_reached: [{ ai: [chained(2, 1, 'reached'), follower] }],
  one_event_for_each_analysed_human_call: [
    { human: ['DELETE FROM webhook_events WHERE call_id = $1'] },
    { human: [`UPDATE webhook_events SET type = 'call.completed' WHERE call_id = $1`] },
    { human: [`UPDATE human_calls SET analysis_status = 'processing' WHERE id = $1`] },
    { human: [`UPDATE human_calls SET analyze_call = false WHERE id = $1`] },
  ],
  no_line_used_by_what_is_over: [{ ai: [line] }, { human: [line] }, { human: [wait] }],
  nothing_stuck: [
    { ai: ['UPDATE calls SET finished_at = NULL, analysis_due_at = NULL WHERE id = $1'] },
    { ai: [`UPDATE calls SET finished_at = NULL, status = 'dialing', watchdog_at = now() WHERE id = $1`] },
    {
      ai: [
        `UPDATE calls SET finished_at = NULL, status = 'queued', queued_from = now() - interval '73 hours' WHERE id = $1`,
      ],
    },
    {
      human: [
        `UPDATE human_calls SET ended_at = NULL, status = 'connecting', watchdog_at = now() WHERE id = $1`,
      ],
    },
    { human: [`UPDATE human_calls SET ended_at = NULL, status = 'queued' WHERE id = $1`] },
    { human: [`UPDATE human_calls SET analysis_status = 'waiting', analysis_due_at = NULL WHERE id = $1`] },
  ],
  no_event_left_undelivered: [
    { ai: [`UPDATE webhook_events SET state = 'pending', next_attempt_at = now() WHERE call_id = $1`] },
    {
      ai: [
        endpoint,
        `UPDATE webhook_events SET state = 'pending', next_attempt_at = NULL WHERE call_id = $1`,
      ],
    },
    {
      human: [
        endpoint,
        `UPDATE webhook_events SET state = 'pending', next_attempt_at = now() - interval '2 hours',
           lease_until = now() + interval '1 hour' WHERE call_id = $1`,
      ],
    },
  ],
  outbox_carried_on: [{ ai: [left] }],
  each_talk_charged_once: [
    { ai: ['DELETE FROM credit_transactions WHERE call_id = $1'] },
    { ai: ['UPDATE calls SET price_per_minute = 7 WHERE id = $1'] },
    { human: [`DELETE FROM credit_transactions WHERE call_id = $1 AND type = 'human_call'`] },
    { human: ['UPDATE human_calls SET charged = charged + 1 WHERE id = $1'] },
    { human: ['UPDATE human_calls SET hosted = false WHERE id = $1'] },
  ],
  each_analysis_charged_once: [
    { human: [`DELETE FROM credit_transactions WHERE call_id = $1 AND type = 'analysis'`] },
    { human: [`UPDATE human_calls SET analysis_status = 'failed' WHERE id = $1`] },
  ],
  each_charge_has_its_call: [
    { ai: [charge('ai_call', `'call_nowhere'`)] },
    { human: [charge('analysis', `'hcall_nowhere'`)] },
    { human: [`UPDATE credit_transactions SET amount = 1 WHERE call_id = $1`] },
  ],
  ledger_adds_up: [
    {
      ai: [
        `UPDATE credit_accounts SET balance = balance + 1 WHERE account_id = (SELECT account_id FROM calls WHERE id = $1)`,
      ],
    },
    { ai: ['UPDATE credit_transactions SET balance_after = balance_after + 1 WHERE call_id = $1'] },
  ],
  ledger_never_negative: [{ ai: ['UPDATE credit_transactions SET balance_after = -1 WHERE call_id = $1'] }],
  channels_never_exceeded: [
    { ai: [leg(0, LATER)] },
    { ai: [leg(1, LATER), leg(1, LATER, '2')] },
    { human: [leg(0, LATER)] },
  ],
  no_leg_left_open: [{ ai: [leg(10, 'NULL')] }, { human: [leg(10, 'NULL')] }],
  recording_of_each_answered_call: [
    { ai: [leg(10, 'now()'), recording('NULL')] },
    { ai: [leg(10, 'now()'), recording(`'awaited'`)] },
    { ai: [leg(10, 'now()'), recording(`'none'`), policy('recording', 'true')] },
    { human: [leg(10, 'now()'), recording(`'awaited'`, 'human_calls')] },
  ],
  each_tool_ended: [
    {
      ai: [
        toolUse('1', 'running', 1),
        `UPDATE calls SET ended_at = now() - interval '11 minutes' WHERE id = $1`,
      ],
    },
  ],
  no_write_sent_twice: [
    { ai: [toolUse('1', 'succeeded', 3)] },
    { ai: [toolUse('1', 'succeeded', 1), toolUse('2', 'succeeded', 1)] },
    { ai: [toolUse('1', 'timed_out', 1), toolUse('2', 'unknown', 1)] },
  ],
  nothing_reserved_for_what_is_over: [
    { ai: [reserved('id')] },
    { human: [reserved('id')] },
    { human: [reserved(`id || '.analysis'`)] },
  ],
};
