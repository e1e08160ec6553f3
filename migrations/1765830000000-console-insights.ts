import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each person keeps in the console, and what Home compares. Process versions before use neither. */
export class ConsoleInsights1765830000000 implements MigrationInterface {
  readonly name = 'ConsoleInsights1765830000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE console_preferences (
        login_id text NOT NULL CONSTRAINT console_preferences_login REFERENCES logins (id),
        account_id text NOT NULL CONSTRAINT console_preferences_account REFERENCES accounts (id),
        get_started_hidden boolean NOT NULL DEFAULT false,
        CONSTRAINT console_preferences_pkey PRIMARY KEY (login_id, account_id)
      )`);
    await queryRunner.query(`
      CREATE TABLE saved_views (
        id text CONSTRAINT saved_views_pkey PRIMARY KEY,
        login_id text NOT NULL CONSTRAINT saved_views_login REFERENCES logins (id),
        account_id text NOT NULL CONSTRAINT saved_views_account REFERENCES accounts (id),
        name text NOT NULL,
        filters jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL
      )`);
    await queryRunner.query(
      'CREATE UNIQUE INDEX saved_views_name ON saved_views (login_id, account_id, name)',
    );
    await queryRunner.query(`
      CREATE OR REPLACE VIEW calls_for_home AS
        SELECT id, account_id, agent_id, test, phone_number, status, disposition, held_by, created_at, queued_from,
          due_at, ended_at, duration_seconds, price_per_minute
        FROM calls`);
    await queryRunner.query(`
      CREATE OR REPLACE VIEW members_for_home AS
        SELECT m.account_id, m.status, l.email_folded FROM memberships m JOIN logins l ON l.id = m.login_id`);
    await queryRunner.query(`
      CREATE VIEW events_for_home AS SELECT account_id, created_at, type, state, attempts FROM webhook_events`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP VIEW calls_for_home, members_for_home, events_for_home');
    await queryRunner.query(`
      CREATE VIEW calls_for_home AS
        SELECT id, account_id, agent_id, test, phone_number, status, disposition, held_by, created_at, queued_from,
          due_at, ended_at, duration_seconds
        FROM calls`);
    await queryRunner.query('CREATE VIEW members_for_home AS SELECT account_id, status FROM memberships');
    await queryRunner.query('DROP TABLE saved_views, console_preferences');
  }
}
