import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the credits, not the account's minutes, limit a human call's talk; null on calls of older processes. */
export class HumanCreditsLimit1764000000000 implements MigrationInterface {
  readonly name = 'HumanCreditsLimit1764000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE human_calls ADD COLUMN credits_limit_talk boolean');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE human_calls DROP COLUMN credits_limit_talk');
  }
}
