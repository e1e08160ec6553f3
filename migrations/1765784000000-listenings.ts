import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who listens to which call at the moment. The audit log keeps what is over. */
export class Listenings1765784000000 implements MigrationInterface {
  readonly name = 'Listenings1765784000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE listenings (
        id text CONSTRAINT listenings_pkey PRIMARY KEY,
        account_id text NOT NULL CONSTRAINT listenings_account REFERENCES accounts (id),
        what text NOT NULL CONSTRAINT listenings_what CHECK (what IN ('call', 'human_call')),
        call_id text NOT NULL,
        login_id text NOT NULL,
        login_name text NOT NULL,
        login_email text NOT NULL,
        address text,
        host text NOT NULL,
        began_at timestamptz(3) NOT NULL,
        heartbeat_at timestamptz(3) NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX listenings_call ON listenings (call_id)');
    await queryRunner.query('CREATE INDEX listenings_account ON listenings (account_id)');
    await queryRunner.query('CREATE INDEX listenings_host ON listenings (host, heartbeat_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE listenings');
  }
}
