import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first schema. Constraint names are part of the contract: repositories tell conflicts apart by them.
 *
 * Free-form JSON of callers is `json`, not `jsonb`: it comes back with its keys in the order they were sent.
 */
export class Foundation1763600000000 implements MigrationInterface {
  readonly name = 'Foundation1763600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const part of [PLATFORM, ACCOUNTS, AUTH, AGENTS, CALLS, BATCHES, CREDITS, WEBHOOKS])
      await queryRunner.query(part);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE webhook_deliveries, webhook_events, webhook_endpoints, secret_keys, credit_transactions, credit_reservations,
        credit_accounts, batches, call_timeline, call_talks, calls, agent_settings, agent_versions, agents,
        whatsapp_templates, booking_pages, api_keys,
        do_not_call, account_holds, dials, line_use, account_lines, accounts, outbox, idempotency_keys, rate_logs;
      DROP FUNCTION admit_request;
    `);
  }
}

const PLATFORM = `
  CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outbox_pkey PRIMARY KEY,
    type text NOT NULL,
    payload jsonb NOT NULL
  );

  CREATE TABLE idempotency_keys (
    account_id text NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    resource_id text,
    first_answer json,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, operation, key)
  );
  CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

  CREATE UNLOGGED TABLE rate_logs (
    key_id text CONSTRAINT rate_logs_pkey PRIMARY KEY,
    times bigint[] NOT NULL
  ) WITH (fillfactor = 50);

  -- One exact sliding log: forgets what left the window, counts this request if there is room. The row's lock orders
  -- the requests of all processes.
  CREATE FUNCTION admit_request(key text, now_ms bigint, most integer, window_ms bigint,
      OUT admitted boolean, OUT counted integer, OUT oldest bigint) LANGUAGE plpgsql AS $$
  DECLARE log bigint[];
  BEGIN
    INSERT INTO rate_logs VALUES (key, '{}') ON CONFLICT DO NOTHING;
    SELECT times INTO log FROM rate_logs WHERE key_id = key FOR UPDATE;
    SELECT coalesce(array_agg(t ORDER BY t), '{}') INTO log FROM unnest(log) AS t WHERE t > now_ms - window_ms;
    admitted := cardinality(log) < most;
    IF admitted THEN
      log := log || now_ms;
      UPDATE rate_logs SET times = log WHERE key_id = key;
    END IF;
    counted := cardinality(log);
    oldest := log[1];
  END $$;
`;

const ACCOUNTS = `
  CREATE TABLE accounts (
    id text CONSTRAINT accounts_pkey PRIMARY KEY,
    name text NOT NULL,
    timezone text NOT NULL,
    carrier text NOT NULL,
    lines integer NOT NULL CONSTRAINT accounts_lines_range CHECK (lines BETWEEN 0 AND 100000),
    hours_from integer CONSTRAINT accounts_hours_from_range CHECK (hours_from BETWEEN 0 AND 1439),
    hours_to integer CONSTRAINT accounts_hours_to_range CHECK (hours_to BETWEEN 0 AND 1440),
    recall_gap_seconds integer NOT NULL CONSTRAINT accounts_recall_gap_range CHECK (recall_gap_seconds >= 0),
    daily_per_number integer NOT NULL CONSTRAINT accounts_daily_per_number_range CHECK (daily_per_number >= 0),
    daily_limit integer NOT NULL CONSTRAINT accounts_daily_limit_range CHECK (daily_limit >= 0),
    queue_seconds integer NOT NULL CONSTRAINT accounts_queue_range CHECK (queue_seconds > 0),
    max_human_minutes integer NOT NULL CONSTRAINT accounts_max_human_range CHECK (max_human_minutes > 0),
    countries jsonb,
    dispositions jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT accounts_hours_both CHECK ((hours_from IS NULL) = (hours_to IS NULL))
  );

  -- The row that a dispatch locks first: who holds it alone decides about the account's lines and day.
  CREATE TABLE account_lines (
    account_id text CONSTRAINT account_lines_pkey PRIMARY KEY
      CONSTRAINT account_lines_account_id_fkey REFERENCES accounts,
    local_day date,
    dialed_today integer NOT NULL DEFAULT 0,
    held_until timestamptz(3)
  );

  -- Calls that are dialing or in progress. Inserted at the dial, deleted at the end in the same transaction.
  CREATE TABLE line_use (
    call_id text CONSTRAINT line_use_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT line_use_account_id_fkey REFERENCES accounts,
    kind text NOT NULL CONSTRAINT line_use_kind CHECK (kind IN ('ai', 'human')),
    phone_number text NOT NULL,
    test boolean NOT NULL,
    worker text NOT NULL,
    lease_until timestamptz(3) NOT NULL
  );
  CREATE INDEX line_use_account ON line_use (account_id);
  CREATE INDEX line_use_lease ON line_use (lease_until);
  CREATE UNIQUE INDEX line_use_number ON line_use (account_id, phone_number) WHERE NOT test;

  -- Every dial with the policy it was judged by; what gap, daily limits and the audit count.
  CREATE TABLE dials (
    call_id text NOT NULL,
    attempt integer NOT NULL,
    account_id text NOT NULL CONSTRAINT dials_account_id_fkey REFERENCES accounts,
    kind text NOT NULL CONSTRAINT dials_kind CHECK (kind IN ('ai', 'human')),
    phone_number text NOT NULL,
    test boolean NOT NULL,
    counted boolean NOT NULL,
    local_day date NOT NULL,
    dialed_at timestamptz(3) NOT NULL,
    ended_at timestamptz(3),
    policy jsonb NOT NULL,
    CONSTRAINT dials_pkey PRIMARY KEY (call_id, attempt)
  );
  CREATE INDEX dials_number ON dials (account_id, phone_number, dialed_at) WHERE counted AND NOT test;
  CREATE INDEX dials_account_time ON dials (account_id, dialed_at);

  -- When the account as a whole was held, and why: the timelines of its calls are read with it.
  CREATE TABLE account_holds (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT account_holds_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT account_holds_account_id_fkey REFERENCES accounts,
    reason text NOT NULL,
    since timestamptz(3) NOT NULL,
    expected_until timestamptz(3),
    until timestamptz(3)
  );
  CREATE INDEX account_holds_time ON account_holds (account_id, since);
  CREATE UNIQUE INDEX account_holds_open ON account_holds (account_id) WHERE until IS NULL;

  CREATE TABLE do_not_call (
    account_id text NOT NULL CONSTRAINT do_not_call_account_id_fkey REFERENCES accounts,
    phone_number text NOT NULL,
    since timestamptz(3) NOT NULL,
    call_id text,
    reason text NOT NULL,
    CONSTRAINT do_not_call_pkey PRIMARY KEY (account_id, phone_number)
  );
  CREATE INDEX do_not_call_newest ON do_not_call (account_id, since DESC, phone_number DESC);
`;

const AUTH = `
  CREATE TABLE api_keys (
    id text CONSTRAINT api_keys_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT api_keys_account_id_fkey REFERENCES accounts,
    name text NOT NULL,
    hash bytea NOT NULL,
    prefix text NOT NULL,
    scopes jsonb NOT NULL,
    product text NOT NULL,
    expires_on date,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3)
  );
  CREATE UNIQUE INDEX api_keys_hash ON api_keys (hash);
  CREATE INDEX api_keys_account ON api_keys (account_id);
`;

/** char_length counts code points, as the limits do. */
function agentText(column: string, longest: number): string {
  return `${column} text NOT NULL
      CONSTRAINT agents_${column}_length CHECK (char_length(${column}) BETWEEN 1 AND ${longest})`;
}

function agentList(column: string, most: number): string {
  return `${column} json NOT NULL
      CONSTRAINT agents_${column}_items CHECK (json_array_length(${column}) <= ${most})`;
}

function agentNumber(column: string, type: string, least: number, most: number): string {
  return `${column} ${type} CONSTRAINT agents_${column}_range CHECK (${column} BETWEEN ${least} AND ${most})`;
}

/** A migration says its figures itself: one that has run does not follow what is changed in the domain later. */
const AGENTS = `
  CREATE TABLE booking_pages (
    id text CONSTRAINT booking_pages_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT booking_pages_account_id_fkey REFERENCES accounts,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL
  );
  CREATE INDEX booking_pages_account ON booking_pages (account_id, id);

  CREATE TABLE whatsapp_templates (
    account_id text NOT NULL CONSTRAINT whatsapp_templates_account_id_fkey REFERENCES accounts,
    name text NOT NULL,
    approved boolean NOT NULL,
    CONSTRAINT whatsapp_templates_pkey PRIMARY KEY (account_id, name)
  );

  CREATE TABLE agents (
    id text CONSTRAINT agents_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT agents_account_id_fkey REFERENCES accounts,
    ${agentText('name', 128)},
    name_folded text COLLATE "C" NOT NULL,
    enabled boolean NOT NULL,
    direction text NOT NULL CONSTRAINT agents_direction CHECK (direction IN ('outbound', 'inbound', 'both')),
    language text,
    tts_model text NOT NULL,
    voice text NOT NULL,
    ${agentText('opening_line', 2000)},
    ${agentText('system_prompt', 60000)},
    ${agentList('extraction_questions', 50)},
    ${agentList('dispositions', 50)},
    ${agentList('handoff_numbers', 10)},
    ${agentNumber('max_call_minutes', 'integer', 1, 30)},
    ${agentNumber('pace', 'double precision', 0.5, 2)},
    ${agentNumber('temperature', 'double precision', 0.01, 2)},
    ${agentNumber('voice_modulation', 'double precision', 1, 2.5)},
    booking_page_id text CONSTRAINT agents_booking_page_id_fkey REFERENCES booking_pages,
    ${agentList('send_rules', 20)}
      CONSTRAINT agents_send_rules_size CHECK (octet_length(send_rules::text) <= 32768),
    speech_cache_mode text NOT NULL
      CONSTRAINT agents_speech_cache_mode CHECK (speech_cache_mode IN ('off', 'fixed', 'full')),
    uses_contact_name boolean NOT NULL,
    variables json NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL
  );
  CREATE UNIQUE INDEX agents_name ON agents (account_id, name_folded);

  -- Every version of an agent that was ever saved: a call keeps the one it dialed with.
  CREATE TABLE agent_versions (
    agent_id text NOT NULL CONSTRAINT agent_versions_agent_id_fkey REFERENCES agents,
    version timestamptz(3) NOT NULL,
    script json NOT NULL,
    CONSTRAINT agent_versions_pkey PRIMARY KEY (agent_id, version)
  );

  CREATE TABLE agent_settings (
    account_id text CONSTRAINT agent_settings_pkey PRIMARY KEY
      CONSTRAINT agent_settings_account_id_fkey REFERENCES accounts,
    default_agent_id text NOT NULL CONSTRAINT agent_settings_default_agent_id_fkey REFERENCES agents
  );
`;

const CALLS = `
  CREATE TABLE calls (
    id text CONSTRAINT calls_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT calls_account_id_fkey REFERENCES accounts,
    agent_id text NOT NULL CONSTRAINT calls_agent_id_fkey REFERENCES agents,
    batch_id text,
    phone_number text NOT NULL,
    contact_name text,
    contact_email text,
    external_id text,
    variables json NOT NULL,
    metadata json NOT NULL,
    test boolean NOT NULL,
    status text NOT NULL CONSTRAINT calls_status CHECK (status IN ('queued', 'dialing', 'in_progress', 'completed',
      'no_answer', 'busy', 'failed', 'canceled', 'expired')),
    status_reason text,
    created_at timestamptz(3) NOT NULL,
    queued_from timestamptz(3) NOT NULL,
    due_at timestamptz(3) NOT NULL,
    held_by text,
    attempt integer NOT NULL,
    agent_version timestamptz(3),
    max_talk_seconds integer,
    credits_limit_talk boolean NOT NULL,
    price_per_minute numeric(18, 4),
    carrier text,
    carrier_id text,
    dialed_at timestamptz(3),
    ringing_at timestamptz(3),
    answered_at timestamptz(3),
    ended_at timestamptz(3),
    duration_seconds integer,
    end_cause text,
    watchdog_at timestamptz(3),
    analysis_due_at timestamptz(3),
    analysis_attempts integer NOT NULL,
    finished_at timestamptz(3),
    may_retry boolean NOT NULL
  ) WITH (fillfactor = 85);
  CREATE UNIQUE INDEX calls_waiting_number ON calls (account_id, phone_number, test) WHERE status = 'queued';
  CREATE INDEX calls_due ON calls (account_id, test, due_at, id) WHERE status = 'queued';
  CREATE INDEX calls_expiry ON calls (account_id, queued_from) WHERE status = 'queued';
  CREATE INDEX calls_waiting_agent ON calls (agent_id, id) WHERE status = 'queued';
  CREATE INDEX calls_newest ON calls (account_id, created_at DESC, id DESC);
  CREATE INDEX calls_of_agent ON calls (agent_id, created_at DESC, id DESC);
  CREATE INDEX calls_of_batch ON calls (batch_id, created_at DESC, id DESC) WHERE batch_id IS NOT NULL;
  CREATE INDEX calls_of_record ON calls (account_id, external_id, created_at DESC, id DESC)
    WHERE external_id IS NOT NULL;
  CREATE INDEX calls_watchdog ON calls (watchdog_at) WHERE watchdog_at IS NOT NULL;
  CREATE INDEX calls_analysis ON calls (analysis_due_at) WHERE analysis_due_at IS NOT NULL;

  -- What was said and found out; apart from the call, so that its row stays small.
  CREATE TABLE call_talks (
    call_id text CONSTRAINT call_talks_pkey PRIMARY KEY CONSTRAINT call_talks_call_id_fkey REFERENCES calls,
    turns json NOT NULL,
    reading json
  );

  CREATE TABLE call_timeline (
    id bigint GENERATED ALWAYS AS IDENTITY,
    call_id text NOT NULL,
    at timestamptz(3) NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    CONSTRAINT call_timeline_pkey PRIMARY KEY (call_id, id)
  );
`;

const BATCHES = `
  CREATE TABLE batches (
    id text CONSTRAINT batches_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT batches_account_id_fkey REFERENCES accounts,
    agent_id text NOT NULL CONSTRAINT batches_agent_id_fkey REFERENCES agents,
    name text,
    test boolean NOT NULL,
    total integer NOT NULL,
    created_at timestamptz(3) NOT NULL
  );
  CREATE INDEX batches_newest ON batches (account_id, created_at DESC, id DESC);
`;

const CREDITS = `
  CREATE TABLE credit_accounts (
    account_id text CONSTRAINT credit_accounts_pkey PRIMARY KEY
      CONSTRAINT credit_accounts_account_id_fkey REFERENCES accounts,
    balance numeric(18, 4) NOT NULL,
    reserved numeric(18, 4) NOT NULL CONSTRAINT credit_accounts_reserved_range CHECK (reserved >= 0),
    rates jsonb NOT NULL,
    updated_at timestamptz(3) NOT NULL
  );

  CREATE TABLE credit_reservations (
    subject_id text CONSTRAINT credit_reservations_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT credit_reservations_account_id_fkey REFERENCES credit_accounts,
    amount numeric(18, 4) NOT NULL CONSTRAINT credit_reservations_amount_range CHECK (amount >= 0),
    price numeric(18, 4) NOT NULL,
    created_at timestamptz(3) NOT NULL
  );
  CREATE INDEX credit_reservations_account ON credit_reservations (account_id);

  CREATE TABLE credit_transactions (
    id text CONSTRAINT credit_transactions_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT credit_transactions_account_id_fkey REFERENCES credit_accounts,
    type text NOT NULL CONSTRAINT credit_transactions_type
      CHECK (type IN ('top_up', 'ai_call', 'human_call', 'analysis', 'adjustment')),
    amount numeric(18, 4) NOT NULL,
    balance_after numeric(18, 4) NOT NULL,
    call_id text,
    description text NOT NULL,
    created_at timestamptz(3) NOT NULL
  );
  CREATE INDEX credit_transactions_newest ON credit_transactions (account_id, created_at DESC, id DESC);
  CREATE UNIQUE INDEX credit_transactions_charge ON credit_transactions (call_id, type) WHERE call_id IS NOT NULL;
`;

const WEBHOOKS = `
  -- The SECRET_KEYs (their fingerprints) that something stored may be encrypted with.
  CREATE TABLE secret_keys (
    fingerprint text CONSTRAINT secret_keys_pkey PRIMARY KEY
  );

  CREATE TABLE webhook_endpoints (
    account_id text CONSTRAINT webhook_endpoints_pkey PRIMARY KEY
      CONSTRAINT webhook_endpoints_account_id_fkey REFERENCES accounts,
    url text NOT NULL,
    secret text NOT NULL,
    secret_last4 text NOT NULL,
    previous_secret text,
    previous_secret_until timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL
  );

  CREATE TABLE webhook_events (
    id text CONSTRAINT webhook_events_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT webhook_events_account_id_fkey REFERENCES accounts,
    type text NOT NULL,
    call_id text,
    body text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    state text NOT NULL CONSTRAINT webhook_events_state
      CHECK (state IN ('pending', 'delivered', 'dropped', 'kept')),
    attempts integer NOT NULL,
    scheduled_attempts integer NOT NULL,
    next_attempt_at timestamptz(3),
    lease_until timestamptz(3)
  ) WITH (fillfactor = 85);
  CREATE INDEX webhook_events_due ON webhook_events (account_id, next_attempt_at, id) WHERE state = 'pending';
  -- Each call has exactly one final event, by construction.
  CREATE UNIQUE INDEX webhook_events_call ON webhook_events (call_id) WHERE call_id IS NOT NULL;

  CREATE TABLE webhook_deliveries (
    id text CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT webhook_deliveries_account_id_fkey REFERENCES accounts,
    event_id text NOT NULL CONSTRAINT webhook_deliveries_event_id_fkey REFERENCES webhook_events,
    type text NOT NULL,
    call_id text,
    attempt integer NOT NULL,
    status_code integer,
    delivered boolean NOT NULL,
    error text,
    duration_ms integer NOT NULL,
    at timestamptz(3) NOT NULL,
    next_attempt_at timestamptz(3)
  );
  CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (account_id, at DESC, id DESC);
  CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id, at DESC, id DESC);
  CREATE INDEX webhook_deliveries_call ON webhook_deliveries (account_id, call_id, at DESC, id DESC)
    WHERE call_id IS NOT NULL;
`;
