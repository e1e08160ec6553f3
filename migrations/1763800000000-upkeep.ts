import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

/** What is looked for by number or age: erasing a contact, forgetting what is old. */
const INDEXES: Readonly<Record<string, string>> = {
  calls_of_number: 'calls (account_id, phone_number)',
  human_calls_of_number: 'human_calls (account_id, phone_number)',
  call_talks_with_words: 'call_talks (call_id) WHERE json_array_length(turns) > 0',
  human_call_talks_with_words: 'human_call_talks (call_id) WHERE json_array_length(turns) > 0',
  call_timeline_age: 'call_timeline (at)',
  webhook_deliveries_age: 'webhook_deliveries (at)',
  webhook_events_age: "webhook_events (created_at) WHERE body <> ''",
};

/**
 * Indexes, built while older processes go on writing: CONCURRENTLY, so outside a transaction. One that a killed process
 * left half built is built anew.
 */
export class Upkeep1763800000000 implements MigrationInterface {
  readonly name = 'Upkeep1763800000000';
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return createIndexes(queryRunner, INDEXES);
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return dropIndexes(queryRunner, INDEXES);
  }
}
