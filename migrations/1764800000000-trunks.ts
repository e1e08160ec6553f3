import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trunks, who uses them, their numbers, the legs that they carry, and the processes that hold them. */
export class Trunks1764800000000 implements MigrationInterface {
  readonly name = 'Trunks1764800000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const part of [TRUNKS, ACCOUNTS, NUMBERS, LEGS, PROCESSES]) await queryRunner.query(part);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP TABLE trunk_states, media_processes, legs, account_numbers, account_trunks, trunks',
    );
    await queryRunner.query(
      'ALTER TABLE accounts DROP COLUMN rings, DROP COLUMN human_billing, DROP COLUMN human_language, DROP COLUMN recording',
    );
  }
}

const TRUNKS = `
  -- A way to a telephone provider. Secrets are encrypted under SECRET_KEY, with the trunk's id.
  CREATE TABLE trunks (
    id text CONSTRAINT trunks_pkey PRIMARY KEY,
    kind text NOT NULL,
    name text NOT NULL CONSTRAINT trunks_name_length CHECK (char_length(name) BETWEEN 1 AND 64),
    name_folded text COLLATE "C" NOT NULL,
    enabled boolean NOT NULL,
    channels integer NOT NULL CONSTRAINT trunks_channels_range CHECK (channels BETWEEN 1 AND 10000),
    cps double precision NOT NULL CONSTRAINT trunks_cps_range CHECK (cps BETWEEN 0.1 AND 100),
    inbound_per_second integer NOT NULL
      CONSTRAINT trunks_inbound_range CHECK (inbound_per_second BETWEEN 1 AND 1000),
    caller_id text,
    options jsonb NOT NULL,
    secrets jsonb NOT NULL,
    inbound_token text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    -- When the next first leg may begin, and which process registers for all, until when.
    next_dial_at timestamptz(3),
    registrar text,
    registrar_until timestamptz(3)
  );
  CREATE UNIQUE INDEX trunks_name ON trunks (name_folded);
  CREATE UNIQUE INDEX trunks_inbound_token ON trunks (inbound_token) WHERE inbound_token IS NOT NULL;
`;

const ACCOUNTS = `
  -- Defaults: a process of the version before makes accounts without them.
  ALTER TABLE accounts
    ADD COLUMN rings text NOT NULL DEFAULT 'mobile'
      CONSTRAINT accounts_rings CHECK (rings IN ('mobile', 'extension')),
    ADD COLUMN human_billing text NOT NULL DEFAULT 'provider'
      CONSTRAINT accounts_human_billing CHECK (human_billing IN ('provider', 'credits')),
    ADD COLUMN human_language text,
    ADD COLUMN recording boolean NOT NULL DEFAULT true;

  -- The trunks of an account, tried in this order.
  CREATE TABLE account_trunks (
    account_id text NOT NULL CONSTRAINT account_trunks_account_id_fkey REFERENCES accounts,
    position integer NOT NULL CONSTRAINT account_trunks_position CHECK (position BETWEEN 1 AND 8),
    trunk_id text NOT NULL CONSTRAINT account_trunks_trunk_id_fkey REFERENCES trunks,
    -- When the account last began a first leg there: the one that waited longest is next.
    last_leg_at timestamptz(3),
    CONSTRAINT account_trunks_pkey PRIMARY KEY (account_id, position)
  );
  CREATE UNIQUE INDEX account_trunks_trunk ON account_trunks (trunk_id, account_id);
`;

const NUMBERS = `
  -- Own numbers of accounts: shown as caller id, and answered by an agent.
  CREATE TABLE account_numbers (
    phone_number text COLLATE "C" CONSTRAINT account_numbers_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT account_numbers_account_id_fkey REFERENCES accounts,
    trunk_id text NOT NULL CONSTRAINT account_numbers_trunk_id_fkey REFERENCES trunks,
    agent_id text CONSTRAINT account_numbers_agent_id_fkey REFERENCES agents,
    is_default boolean NOT NULL,
    outbound boolean NOT NULL,
    -- First legs that showed it in that local day.
    used_day date,
    used_in_day integer NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL
  );
  CREATE INDEX account_numbers_account ON account_numbers (account_id, phone_number);
  CREATE INDEX account_numbers_trunk ON account_numbers (trunk_id);
  CREATE UNIQUE INDEX account_numbers_default ON account_numbers (account_id) WHERE is_default;
`;

const LEGS = `
  -- Phones that trunks ring or connect, a row for each trunk that was asked. One without an end is a channel. No reference to
  -- trunks: a leg outlives its trunk.
  CREATE TABLE legs (
    id text CONSTRAINT legs_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT legs_account_id_fkey REFERENCES accounts,
    call_id text NOT NULL,
    attempt integer NOT NULL,
    -- Counts the trunks that were asked within the dial, from 1.
    try integer NOT NULL,
    trunk_id text NOT NULL,
    kind text NOT NULL CONSTRAINT legs_kind CHECK (kind IN ('contact', 'counsellor', 'transfer', 'inbound')),
    -- The trunk's channels when it began: what the audit judges by.
    channels integer NOT NULL,
    stt_engine text,
    tts_engine text,
    phone_number text,
    shown_number text,
    began_at timestamptz(3) NOT NULL,
    rang_at timestamptz(3),
    answered_at timestamptz(3),
    ended_at timestamptz(3),
    -- What the circuit breaker makes of the end.
    result text CONSTRAINT legs_result CHECK (result IN ('refused', 'taken', 'person')),
    no_capacity boolean NOT NULL DEFAULT false,
    last_status text,
    q850 integer,
    packets_sent bigint,
    packets_received bigint,
    packets_lost bigint,
    token_hash bytea,
    hang_up_owed boolean NOT NULL DEFAULT false,
    -- The INVITE and the dialog, for a process that has to hang up after a crash; null on cloud trunks.
    sip_call_id text,
    sip_invite jsonb,
    sip_dialog jsonb
  ) WITH (fillfactor = 85);
  CREATE INDEX legs_open ON legs (trunk_id) WHERE ended_at IS NULL;
  CREATE INDEX legs_of_trunk ON legs (trunk_id, began_at DESC);
  CREATE INDEX legs_of_call ON legs (call_id, attempt);
  CREATE INDEX legs_of_contact ON legs (account_id, phone_number, began_at DESC) WHERE phone_number IS NOT NULL;
  CREATE INDEX legs_owed ON legs (trunk_id) WHERE hang_up_owed;
  CREATE INDEX legs_sip_call_id ON legs (sip_call_id) WHERE sip_call_id IS NOT NULL;
  CREATE UNIQUE INDEX legs_token ON legs (token_hash) WHERE token_hash IS NOT NULL;
`;

const PROCESSES = `
  -- Media processes. One is dead when its heartbeat, every 5 s, is 20 s old.
  CREATE TABLE media_processes (
    id text CONSTRAINT media_processes_pkey PRIMARY KEY,
    started_at timestamptz(3) NOT NULL,
    heartbeat_at timestamptz(3) NOT NULL,
    -- host:port of its SIP; the origin where cloud carriers reach it.
    sip_address text NOT NULL,
    origin text,
    -- Languages that it understands, TTS engines that it has.
    languages jsonb NOT NULL,
    tts_engines jsonb NOT NULL
  );

  -- What a media process knows of a trunk.
  CREATE TABLE trunk_states (
    process_id text NOT NULL
      CONSTRAINT trunk_states_process_id_fkey REFERENCES media_processes ON DELETE CASCADE,
    trunk_id text NOT NULL CONSTRAINT trunk_states_trunk_id_fkey REFERENCES trunks ON DELETE CASCADE,
    state text NOT NULL CONSTRAINT trunk_states_state CHECK (state IN ('up', 'down', 'unknown', 'failing')),
    reason text,
    since timestamptz(3) NOT NULL,
    CONSTRAINT trunk_states_pkey PRIMARY KEY (process_id, trunk_id)
  );
  CREATE INDEX trunk_states_trunk ON trunk_states (trunk_id);
`;
