import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Placeholders that a tool's result filled before the result was cut, for the analysis of the call. */
export class ProvidedValues1765848500000 implements MigrationInterface {
  readonly name = 'ProvidedValues1765848500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE tool_invocations ADD COLUMN provided json');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE tool_invocations DROP COLUMN provided');
  }
}
