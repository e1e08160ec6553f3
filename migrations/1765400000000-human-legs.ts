import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

const INDEXES = {
  human_calls_transcription: 'human_calls (transcription_due_at) WHERE transcription_due_at IS NOT NULL',
  human_calls_recorded: `human_calls (ended_at) WHERE recording IN ('awaited', 'stored', 'none')`,
};

/**
 * Human calls over trunks. A process of the version before inserts whole rows, with null in the columns that it does not know,
 * so none of them requires a value.
 */
export class HumanLegs1765400000000 implements MigrationInterface {
  readonly name = 'HumanLegs1765400000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // A human call of the account waits for channels of the trunk until then, and AI calls leave it to that one.
    await queryRunner.query(
      'ALTER TABLE account_trunks ADD COLUMN IF NOT EXISTS humans_wait_until timestamptz(3)',
    );
    await queryRunner.query(
      `ALTER TABLE human_calls ADD COLUMN IF NOT EXISTS transcription_due_at timestamptz(3),
         ADD COLUMN IF NOT EXISTS transcriptions integer`,
    );
    await createIndexes(queryRunner, INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, INDEXES);
    await queryRunner.query('ALTER TABLE account_trunks DROP COLUMN humans_wait_until');
    await queryRunner.query(
      'ALTER TABLE human_calls DROP COLUMN transcription_due_at, DROP COLUMN transcriptions',
    );
  }
}
