import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How good the sound of a leg was. */
export class Lines1765840000000 implements MigrationInterface {
  readonly name = 'Lines1765840000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE legs ADD COLUMN line jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE legs DROP COLUMN line');
  }
}
