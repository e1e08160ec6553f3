import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of a call that the carrier joined with a person it recorded that part alone: where it begins, and its language. */
export class RecordedParts1765740000000 implements MigrationInterface {
  readonly name = 'RecordedParts1765740000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE late_recordings ADD COLUMN part jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE late_recordings DROP COLUMN part');
  }
}
