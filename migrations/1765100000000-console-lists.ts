import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

/**
 * What the console's lists and figures are read by. A waiting call stands in none of them: queuing costs what it did, and no
 * look at what waits can choose one of them.
 */
const INDEXES = {
  calls_of_status: `calls (account_id, status, created_at DESC, id DESC) WHERE status <> 'queued'`,
  calls_of_disposition:
    'calls (account_id, disposition, created_at DESC, id DESC) WHERE disposition IS NOT NULL',
  calls_of_tests: `calls (account_id, created_at DESC, id DESC) WHERE test AND status <> 'queued'`,
  calls_of_ends: 'calls (account_id, ended_at) WHERE ended_at IS NOT NULL AND NOT test',
  calls_without_disposition: `calls (id) WHERE disposition IS NULL AND finished_at IS NOT NULL AND status = 'completed'`,
  human_calls_of_ends: 'human_calls (account_id, ended_at) WHERE ended_at IS NOT NULL',
};

export class ConsoleLists1765100000000 implements MigrationInterface {
  readonly name = 'ConsoleLists1765100000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // The label of the outcome, written with it; older rows are filled by a sweep.
    await queryRunner.query('ALTER TABLE calls ADD COLUMN IF NOT EXISTS disposition text');
    await createIndexes(queryRunner, INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, INDEXES);
    await queryRunner.query('ALTER TABLE calls DROP COLUMN IF EXISTS disposition');
  }
}
