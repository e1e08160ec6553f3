import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of policies that are not applied to the waiting calls yet: a sweep finds those whose job was lost. */
export class PolicyChanges1764600000000 implements MigrationInterface {
  readonly name = 'PolicyChanges1764600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE policy_changes (
        account_id text CONSTRAINT policy_changes_pkey PRIMARY KEY
          CONSTRAINT policy_changes_account_id_fkey REFERENCES accounts,
        changed_at timestamptz(3) NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE policy_changes');
  }
}
