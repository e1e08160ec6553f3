import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers that were sent with other signs than plain ones stood in the audit log as they were sent. */
export class AuditLogNumbers1765750000000 implements MigrationInterface {
  readonly name = 'AuditLogNumbers1765750000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE audit_log SET subject_id = '…' || right(regexp_replace(subject_id, '[^0-9]', '', 'g'), 4)
       WHERE action IN ('addDoNotCall', 'removeDoNotCall') AND subject_id NOT LIKE '…%'`,
    );
  }

  async down(): Promise<void> {
    // What was stored was wrong.
  }
}
