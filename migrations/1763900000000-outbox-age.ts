import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when an event waits to be carried on: for the audit and the figures. Older processes need not know of it. */
export class OutboxAge1763900000000 implements MigrationInterface {
  readonly name = 'OutboxAge1763900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE outbox ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now()');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE outbox DROP COLUMN created_at');
  }
}
