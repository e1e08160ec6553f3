import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row says from which version on the database can be used, as the timestamp of that version's newest migration. A
 * migration that removes what older versions use raises it.
 */
export class ReadableFrom1765810000000 implements MigrationInterface {
  readonly name = 'ReadableFrom1765810000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE schema_readable_from (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        migration bigint NOT NULL
      )
    `);
    await queryRunner.query('INSERT INTO schema_readable_from (migration) VALUES (1765810000000)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE schema_readable_from');
  }
}
