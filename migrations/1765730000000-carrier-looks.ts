import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a carrier was asked for something in the last minute, over all processes. */
export class CarrierLooks1765730000000 implements MigrationInterface {
  readonly name = 'CarrierLooks1765730000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // At most as many instants as the carrier allows in a minute.
    await queryRunner.query(`
      CREATE TABLE carrier_looks (
        trunk_id text CONSTRAINT carrier_looks_pkey PRIMARY KEY
          CONSTRAINT carrier_looks_trunk_fkey REFERENCES trunks ON DELETE CASCADE,
        looked_at timestamptz(3)[] NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE carrier_looks');
  }
}
