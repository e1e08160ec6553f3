import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may listen to running calls; where a call's audio is, and whether its contact was told before. */
export class Listening1765783000000 implements MigrationInterface {
  readonly name = 'Listening1765783000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE accounts
        ADD COLUMN listening text NOT NULL DEFAULT 'off'
          CONSTRAINT accounts_listening CHECK (listening IN ('off', 'admins', 'staff')),
        ADD COLUMN listening_notice text,
        ADD COLUMN listening_human boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`
      ALTER TABLE legs
        ADD COLUMN process_id text,
        ADD COLUMN may_listen boolean`);
    await queryRunner.query(`
      CREATE OR REPLACE VIEW accounts_for_sign_in AS
        SELECT m.login_id, m.id AS member_id, m.roles, m.created_at, a.id, a.name, a.timezone, a.countries, a.listening
        FROM memberships m JOIN accounts a ON a.id = m.account_id WHERE m.status = 'active';
      CREATE VIEW accounts_for_listening AS SELECT id, listening, listening_notice, listening_human FROM accounts`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP VIEW accounts_for_listening, accounts_for_sign_in;
      CREATE VIEW accounts_for_sign_in AS
        SELECT m.login_id, m.id AS member_id, m.roles, m.created_at, a.id, a.name, a.timezone, a.countries
        FROM memberships m JOIN accounts a ON a.id = m.account_id WHERE m.status = 'active'`);
    await queryRunner.query('ALTER TABLE legs DROP COLUMN process_id, DROP COLUMN may_listen');
    await queryRunner.query(
      'ALTER TABLE accounts DROP COLUMN listening, DROP COLUMN listening_notice, DROP COLUMN listening_human',
    );
  }
}
