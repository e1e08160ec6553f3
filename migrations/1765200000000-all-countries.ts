import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `account set --countries all` once stored an empty text for "none named". */
export class AllCountries1765200000000 implements MigrationInterface {
  readonly name = 'AllCountries1765200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE accounts SET countries = NULL WHERE jsonb_typeof(countries) <> 'array'`);
  }

  async down(): Promise<void> {
    // What was stored was wrong.
  }
}
