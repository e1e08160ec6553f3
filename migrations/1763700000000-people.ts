import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People: who works in an account and who calls, the invitations to them, leads, and the calls of counsellors. */
export class People1763700000000 implements MigrationInterface {
  readonly name = 'People1763700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const part of [MEMBERS, INVITATIONS, LEADS, LINE_WAITS, HUMAN_CALLS]) await queryRunner.query(part);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP TABLE human_call_talks, human_calls, line_waits, leads, invitations, memberships, logins',
    );
  }
}

const MEMBERS = `
  -- A person of the dashboard, global by e-mail ignoring case.
  CREATE TABLE logins (
    id text CONSTRAINT logins_pkey PRIMARY KEY,
    email text NOT NULL,
    email_folded text COLLATE "C" NOT NULL,
    name text NOT NULL,
    mobile_number text,
    created_at timestamptz(3) NOT NULL
  );
  CREATE UNIQUE INDEX logins_email ON logins (email_folded);

  -- A login in an account. Never deleted: a login belongs to every account that it was ever a member of.
  CREATE TABLE memberships (
    id text CONSTRAINT memberships_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT memberships_account_id_fkey REFERENCES accounts,
    login_id text NOT NULL CONSTRAINT memberships_login_id_fkey REFERENCES logins,
    roles jsonb NOT NULL,
    status text NOT NULL CONSTRAINT memberships_status CHECK (status IN ('active', 'invited', 'inactive')),
    carrier_extension text
      CONSTRAINT memberships_extension_length CHECK (char_length(carrier_extension) BETWEEN 1 AND 32),
    created_at timestamptz(3) NOT NULL
  );
  CREATE UNIQUE INDEX memberships_login ON memberships (login_id, account_id);
  CREATE INDEX memberships_account ON memberships (account_id, id);
  CREATE UNIQUE INDEX memberships_extension ON memberships (account_id, carrier_extension)
    WHERE status <> 'inactive' AND carrier_extension IS NOT NULL;
`;

const INVITATIONS = `
  -- An invitation and the state of its one e-mail. Of the link's token only SHA-256 is kept, that of the last try.
  CREATE TABLE invitations (
    membership_id text CONSTRAINT invitations_pkey PRIMARY KEY
      CONSTRAINT invitations_membership_id_fkey REFERENCES memberships,
    state text NOT NULL CONSTRAINT invitations_state CHECK (state IN ('open', 'accepted', 'revoked')),
    token_hash bytea,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    mail_state text NOT NULL
      CONSTRAINT invitations_mail_state CHECK (mail_state IN ('waiting', 'sending', 'sent', 'kept', 'given_up')),
    mail_due_at timestamptz(3),
    mail_attempts integer NOT NULL,
    told boolean
  );
  CREATE UNIQUE INDEX invitations_token ON invitations (token_hash) WHERE token_hash IS NOT NULL;
  CREATE INDEX invitations_mail_due ON invitations (mail_due_at) WHERE mail_due_at IS NOT NULL;
`;

const LEADS = `
  CREATE TABLE leads (
    id text CONSTRAINT leads_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT leads_account_id_fkey REFERENCES accounts,
    phone_number text NOT NULL,
    name text,
    external_id text,
    created_at timestamptz(3) NOT NULL
  );
  CREATE INDEX leads_number ON leads (account_id, phone_number);
`;

const LINE_WAITS = `
  -- Human calls that wait. The next free line goes to one that is ready; the others wait for a person or a number.
  CREATE TABLE line_waits (
    call_id text CONSTRAINT line_waits_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT line_waits_account_id_fkey REFERENCES accounts,
    ready boolean NOT NULL
  );
  CREATE INDEX line_waits_account ON line_waits (account_id);
`;

const HUMAN_CALLS = `
  CREATE TABLE human_calls (
    id text CONSTRAINT human_calls_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT human_calls_account_id_fkey REFERENCES accounts,
    counsellor_id text NOT NULL CONSTRAINT human_calls_counsellor_id_fkey REFERENCES memberships,
    counsellor_name text NOT NULL,
    counsellor_email text NOT NULL,
    phone_number text NOT NULL,
    contact_name text,
    contact_email text,
    external_id text,
    lead_id text CONSTRAINT human_calls_lead_id_fkey REFERENCES leads,
    metadata json NOT NULL,
    analyze_call boolean NOT NULL,
    status text NOT NULL CONSTRAINT human_calls_status CHECK (status IN ('queued', 'ringing_counsellor', 'connecting',
      'in_progress', 'completed', 'no_answer', 'busy', 'failed', 'canceled')),
    status_reason text,
    no_answer_by text CONSTRAINT human_calls_no_answer_by CHECK (no_answer_by IN ('counsellor', 'contact')),
    status_updates text NOT NULL,
    hosted boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    carrier text,
    carrier_id text,
    max_talk_seconds integer,
    dialed_at timestamptz(3),
    answered_at timestamptz(3),
    ended_at timestamptz(3),
    duration_seconds integer,
    watchdog_at timestamptz(3),
    charged numeric(18, 4),
    disposition json,
    analysis_status text NOT NULL CONSTRAINT human_calls_analysis_status
      CHECK (analysis_status IN ('not_requested', 'waiting', 'processing', 'completed', 'failed', 'skipped')),
    analysis_reason text,
    analysis_due_at timestamptz(3),
    analysis_attempts integer NOT NULL
  ) WITH (fillfactor = 85);
  CREATE INDEX human_calls_newest ON human_calls (account_id, created_at DESC, id DESC);
  CREATE INDEX human_calls_of_counsellor ON human_calls (counsellor_id, created_at DESC, id DESC);
  CREATE INDEX human_calls_of_record ON human_calls (account_id, external_id, created_at DESC, id DESC)
    WHERE external_id IS NOT NULL;
  CREATE INDEX human_calls_of_lead ON human_calls (lead_id, created_at DESC) WHERE lead_id IS NOT NULL;
  CREATE INDEX human_calls_waiting ON human_calls (account_id, created_at, id) WHERE status = 'queued';
  -- A counsellor is on one call at a time.
  CREATE UNIQUE INDEX human_calls_on_call ON human_calls (counsellor_id)
    WHERE status IN ('ringing_counsellor', 'connecting', 'in_progress');
  CREATE INDEX human_calls_watchdog ON human_calls (watchdog_at) WHERE watchdog_at IS NOT NULL;
  CREATE INDEX human_calls_analysis ON human_calls (analysis_due_at) WHERE analysis_due_at IS NOT NULL;

  -- The recording as text, and what was found out; apart from the call, so that its row stays small.
  CREATE TABLE human_call_talks (
    call_id text CONSTRAINT human_call_talks_pkey PRIMARY KEY
      CONSTRAINT human_call_talks_call_id_fkey REFERENCES human_calls,
    turns json NOT NULL,
    recorded_seconds integer NOT NULL,
    reading json
  );
`;
