import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

/** Neither index holds what was delivered at once, so an account whose endpoint works pays nothing for them. */
const INDEXES = {
  webhook_deliveries_failed: 'webhook_deliveries (account_id, at DESC, id DESC) WHERE NOT delivered',
  webhook_events_failed: `webhook_events (account_id, redelivered_at NULLS FIRST, created_at, id)
    WHERE attempts > 0 AND state <> 'delivered' AND type <> 'webhook.test'`,
};

/** What was sent and answered, and redelivery of many. A process of the version before leaves the columns empty. */
export class DeliveryStories1765600000000 implements MigrationInterface {
  readonly name = 'DeliveryStories1765600000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS url text, ADD COLUMN IF NOT EXISTS answer_start text',
    );
    await queryRunner.query(
      'ALTER TABLE webhook_events ADD COLUMN IF NOT EXISTS redelivered_at timestamptz(3)',
    );
    await createIndexes(queryRunner, INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, INDEXES);
    await queryRunner.query('ALTER TABLE webhook_events DROP COLUMN redelivered_at');
    await queryRunner.query('ALTER TABLE webhook_deliveries DROP COLUMN url, DROP COLUMN answer_start');
  }
}
