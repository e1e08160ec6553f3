import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

const INDEXES = { legs_carrier_id: 'legs (carrier_id) WHERE carrier_id IS NOT NULL' };

/** What a cloud carrier calls a leg of ours. */
export class CloudLegs1765700000000 implements MigrationInterface {
  readonly name = 'CloudLegs1765700000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE legs ADD COLUMN IF NOT EXISTS carrier_id text');
    await createIndexes(queryRunner, INDEXES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, INDEXES);
    await queryRunner.query('ALTER TABLE legs DROP COLUMN carrier_id');
  }
}
