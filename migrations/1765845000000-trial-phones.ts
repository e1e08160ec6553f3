import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Phones that register here: what each process knows of them, and the trial phone of an account. */
export class TrialPhones1765845000000 implements MigrationInterface {
  readonly name = 'TrialPhones1765845000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE UNIQUE INDEX trunks_registrar_user ON trunks (lower(options->>'username'))
        WHERE options->'server' ? 'registers'
    `);
    await queryRunner.query('ALTER TABLE trunk_states ADD COLUMN phones jsonb');
    await queryRunner.query(`
      ALTER TABLE trunks
        ADD COLUMN trial_of text CONSTRAINT trunks_trial_of_key UNIQUE
          CONSTRAINT trunks_trial_of_fkey REFERENCES accounts,
        ADD COLUMN trial_agent_id text
    `);
    // The default is kept for processes of the version before.
    await queryRunner.query('ALTER TABLE accounts ADD COLUMN trial_phone boolean NOT NULL DEFAULT false');
    await queryRunner.query(`
      UPDATE accounts SET trial_phone = true
      WHERE id = (SELECT id FROM accounts ORDER BY created_at, id LIMIT 1)
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN trial_phone');
    await queryRunner.query('ALTER TABLE trunks DROP COLUMN trial_of, DROP COLUMN trial_agent_id');
    await queryRunner.query('ALTER TABLE trunk_states DROP COLUMN phones');
    await queryRunner.query('DROP INDEX trunks_registrar_user');
  }
}
