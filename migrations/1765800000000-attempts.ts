import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

/** Each attempt of a chain exists once. Calls without a policy are in no index more. */
const INDEXES = {
  calls_chain: 'calls (account_id, first_call_id, chain_attempt) WHERE first_call_id IS NOT NULL',
};

/** Further attempts of a call. Null, as a process of the version before stores it, means none. */
export class Attempts1765800000000 implements MigrationInterface {
  readonly name = 'Attempts1765800000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE calls
        ADD COLUMN IF NOT EXISTS retry json,
        ADD COLUMN IF NOT EXISTS chain_attempt integer,
        ADD COLUMN IF NOT EXISTS first_call_id text,
        ADD COLUMN IF NOT EXISTS previous_call_id text,
        ADD COLUMN IF NOT EXISTS next_call_id text,
        ADD COLUMN IF NOT EXISTS next_at timestamptz(3),
        ADD COLUMN IF NOT EXISTS retry_stopped text`);
    await queryRunner.query('ALTER TABLE batches ADD COLUMN IF NOT EXISTS retry json');
    await queryRunner.query('ALTER TABLE accounts ADD COLUMN IF NOT EXISTS retry json');
    await createIndexes(queryRunner, INDEXES, 'UNIQUE INDEX');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, INDEXES);
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN retry');
    await queryRunner.query('ALTER TABLE batches DROP COLUMN retry');
    await queryRunner.query(`
      ALTER TABLE calls DROP COLUMN retry, DROP COLUMN chain_attempt, DROP COLUMN first_call_id,
        DROP COLUMN previous_call_id, DROP COLUMN next_call_id, DROP COLUMN next_at, DROP COLUMN retry_stopped`);
  }
}
