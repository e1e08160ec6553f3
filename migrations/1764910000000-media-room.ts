import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a media process takes no more calls: then calls wait although their trunk has a free channel. */
export class MediaRoom1764910000000 implements MigrationInterface {
  readonly name = 'MediaRoom1764910000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE media_processes ADD COLUMN is_full boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE media_processes DROP COLUMN is_full');
  }
}
