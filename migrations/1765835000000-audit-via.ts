import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a key's change went through. Null, as a process of the version before stores it: a request of its own. */
export class AuditVia1765835000000 implements MigrationInterface {
  readonly name = 'AuditVia1765835000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS via text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE audit_log DROP COLUMN via');
  }
}
