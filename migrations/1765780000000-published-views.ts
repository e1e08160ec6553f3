import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A view has what another context reads. PostgreSQL inlines it, so that plans are those of the table. */
const VIEWS = `
  CREATE VIEW accounts_for_keys AS SELECT id, timezone, countries FROM accounts;
  CREATE VIEW accounts_for_sign_in AS
    SELECT m.login_id, m.id AS member_id, m.roles, m.created_at, a.id, a.name, a.timezone, a.countries
    FROM memberships m JOIN accounts a ON a.id = m.account_id WHERE m.status = 'active';
  CREATE VIEW logins_for_sign_in AS SELECT id, email, email_folded, name, mobile_number FROM logins;
  CREATE VIEW members_for_invitations AS SELECT id, account_id FROM memberships;
  CREATE VIEW mails_for_invitations AS
    SELECT address AS account_id, at FROM sign_in_failures WHERE kind = 'mail';

  CREATE VIEW accounts_for_dispatch AS SELECT id, carrier, queue_seconds FROM accounts;
  CREATE VIEW account_lines_for_dispatch AS SELECT account_id, held_until FROM account_lines;
  CREATE VIEW account_holds_for_metrics AS SELECT account_id, since, until FROM account_holds;
  CREATE VIEW account_trunks_for_dispatch AS SELECT account_id, trunk_id, last_leg_at FROM account_trunks;
  CREATE VIEW agents_for_dispatch AS
    SELECT id, account_id, enabled, direction, tts_model, updated_at FROM agents;
  CREATE VIEW do_not_call_for_dispatch AS SELECT account_id, phone_number, since FROM do_not_call;
  CREATE VIEW line_use_for_dispatch AS SELECT account_id, phone_number, test FROM line_use;

  CREATE VIEW legs_for_upkeep AS SELECT call_id, ended_at FROM legs;
  CREATE VIEW media_processes_for_recordings AS SELECT id, heartbeat_at FROM media_processes;
  CREATE VIEW trunks_for_recordings AS SELECT id, kind FROM trunks;

  CREATE VIEW agents_for_home AS SELECT account_id FROM agents;
  CREATE VIEW batches_for_home AS SELECT account_id FROM batches;
  CREATE VIEW calls_for_home AS
    SELECT id, account_id, agent_id, test, phone_number, status, disposition, held_by, created_at, queued_from, due_at,
      ended_at, duration_seconds
    FROM calls;
  CREATE VIEW endpoints_for_home AS SELECT account_id FROM webhook_endpoints;
  CREATE VIEW human_calls_for_home AS SELECT account_id, status, ended_at, duration_seconds FROM human_calls;
  CREATE VIEW members_for_home AS SELECT account_id, status FROM memberships;
`;

/** A process of the version before reads the tables, so both run beside each other. */
export class PublishedViews1765780000000 implements MigrationInterface {
  readonly name = 'PublishedViews1765780000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(VIEWS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const names = [...VIEWS.matchAll(/CREATE VIEW (\w+)/gu)].map(([, name]) => name);
    await queryRunner.query(`DROP VIEW ${names.join(', ')}`);
  }
}
