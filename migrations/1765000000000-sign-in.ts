import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People sign in to the console: passwords, one-time links, sessions, failed attempts; and what they and others changed. */
export class SignIn1765000000000 implements MigrationInterface {
  readonly name = 'SignIn1765000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const part of [PASSWORDS, LINKS, SESSIONS, FAILURES, AUDIT_LOG, UNLOCKED])
      await queryRunner.query(part);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE accounts DROP COLUMN unlocked_settings;
      DROP TABLE audit_log, sign_in_failures, sessions, login_links, login_passwords;
    `);
  }
}

const PASSWORDS = `
  -- Apart from logins, which most statements read. The hash names its parameters.
  CREATE TABLE login_passwords (
    login_id text CONSTRAINT login_passwords_pkey PRIMARY KEY
      CONSTRAINT login_passwords_login_id_fkey REFERENCES logins,
    hash text NOT NULL,
    set_at timestamptz(3) NOT NULL,
    last_signed_in_at timestamptz(3)
  );
`;

const LINKS = `
  -- One-time links that work: those used, replaced or ended are deleted. Of the token only SHA-256 is kept.
  CREATE TABLE login_links (
    id text CONSTRAINT login_links_pkey PRIMARY KEY,
    kind text NOT NULL CONSTRAINT login_links_kind CHECK (kind IN ('setup', 'invitation', 'forgotten', 'given')),
    token_hash bytea NOT NULL,
    login_id text CONSTRAINT login_links_login_id_fkey REFERENCES logins,
    account_id text CONSTRAINT login_links_account_id_fkey REFERENCES accounts,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    refusals integer NOT NULL DEFAULT 0,
    CONSTRAINT login_links_of_login CHECK ((kind = 'setup') = (login_id IS NULL))
  );
  CREATE UNIQUE INDEX login_links_token ON login_links (token_hash);
  -- The newest link of a kind ends the older ones.
  CREATE UNIQUE INDEX login_links_newest ON login_links (kind, coalesce(login_id, ''));
`;

const SESSIONS = `
  CREATE TABLE sessions (
    id text CONSTRAINT sessions_pkey PRIMARY KEY,
    login_id text NOT NULL CONSTRAINT sessions_login_id_fkey REFERENCES logins,
    token_hash bytea NOT NULL,
    address text NOT NULL,
    browser text NOT NULL,
    signed_in_at timestamptz(3) NOT NULL,
    confirmed_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3) NOT NULL
  );
  CREATE UNIQUE INDEX sessions_token ON sessions (token_hash);
  CREATE INDEX sessions_login ON sessions (login_id, last_used_at);
  CREATE INDEX sessions_age ON sessions (last_used_at);
`;

const FAILURES = `
  -- Counted for an hour: wrong passwords, requests for a link, and mails with one. E-mails as hashes alone.
  CREATE TABLE sign_in_failures (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sign_in_failures_pkey PRIMARY KEY,
    kind text NOT NULL CONSTRAINT sign_in_failures_kind CHECK (kind IN ('password', 'request', 'mail')),
    email_hash bytea,
    address text,
    browser text,
    at timestamptz(3) NOT NULL
  );
  CREATE INDEX sign_in_failures_of_email ON sign_in_failures (email_hash, kind, at);
  CREATE INDEX sign_in_failures_of_address ON sign_in_failures (address, kind, at);
  CREATE INDEX sign_in_failures_of_browser ON sign_in_failures (browser, at) WHERE browser IS NOT NULL;
  CREATE INDEX sign_in_failures_age ON sign_in_failures (at);
`;

const AUDIT_LOG = `
  -- Who changed what in an account. Names of fields, no values. \`repeats\` gathers equal failures of an hour in one row.
  CREATE TABLE audit_log (
    id text CONSTRAINT audit_log_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT audit_log_account_id_fkey REFERENCES accounts,
    at timestamptz(3) NOT NULL,
    who_kind text NOT NULL CONSTRAINT audit_log_who_kind CHECK (who_kind IN ('login', 'key', 'operator')),
    who_id text,
    who_name text NOT NULL,
    who_email text,
    action text NOT NULL,
    subject_id text,
    fields jsonb NOT NULL,
    address text,
    count integer NOT NULL,
    repeats text
  );
  CREATE INDEX audit_log_newest ON audit_log (account_id, at DESC, id DESC);
  CREATE INDEX audit_log_of_action ON audit_log (account_id, action, at DESC, id DESC);
  CREATE UNIQUE INDEX audit_log_repeats ON audit_log (account_id, repeats) WHERE repeats IS NOT NULL;
  CREATE INDEX audit_log_age ON audit_log (at);
`;

const UNLOCKED = `
  ALTER TABLE accounts ADD COLUMN unlocked_settings jsonb NOT NULL DEFAULT '[]';
`;
