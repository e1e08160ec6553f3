import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Voice tests as the uses of their tools need them. */
export class VoiceTestTools1765846000000 implements MigrationInterface {
  readonly name = 'VoiceTestTools1765846000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE VIEW voice_tests_for_tools AS SELECT id, ended_at FROM voice_tests');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP VIEW voice_tests_for_tools');
  }
}
