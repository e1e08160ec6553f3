import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

const INDEXES = {
  // Outbound calls stand in none of it.
  calls_of_callers: `calls (account_id, created_at DESC, id DESC) WHERE direction = 'inbound'`,
  batches_of_upload_key: 'batches (account_id, upload_key, created_at) WHERE upload_key IS NOT NULL',
  batches_of_upload: 'batches (upload_id) WHERE upload_id IS NOT NULL',
};

/** An upload of contacts is several batches, which the console shows as one. */
export class Uploads1765500000000 implements MigrationInterface {
  readonly name = 'Uploads1765500000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // upload_id names the upload's first batch in each later one.
    await queryRunner.query(
      `ALTER TABLE batches ADD COLUMN IF NOT EXISTS upload_key text, ADD COLUMN IF NOT EXISTS upload_id text`,
    );
    await createIndexes(queryRunner, INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, INDEXES);
    await queryRunner.query(
      'ALTER TABLE batches DROP COLUMN IF EXISTS upload_key, DROP COLUMN IF EXISTS upload_id',
    );
  }
}
