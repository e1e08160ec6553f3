import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

/** What RETENTION_DAYS looks for each minute: each index holds what is left to forget, and is read from its old end. */
const INDEXES = {
  calls_with_words: 'calls (finished_at) WHERE finished_at IS NOT NULL AND words_forgotten IS NULL',
  human_calls_with_words: 'human_calls (ended_at) WHERE ended_at IS NOT NULL AND words_forgotten IS NULL',
  webhook_events_without_call: 'webhook_events (created_at) WHERE call_id IS NULL',
};

/** Transcripts and recordings of a call were removed, or it had none. Null: not yet, and in rows of older versions. */
export class WordsForgotten1765821000000 implements MigrationInterface {
  readonly name = 'WordsForgotten1765821000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['calls', 'human_calls']) {
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS words_forgotten boolean`);
    }
    await createIndexes(queryRunner, INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, INDEXES);
    for (const table of ['human_calls', 'calls']) {
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN words_forgotten`);
    }
  }
}
