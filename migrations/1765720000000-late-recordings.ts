import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Recordings that a carrier makes and that are not fetched yet. due_at: when it is looked for next; infinity while it is
 * looked for the last time. claimed_by: the media process that looks for it.
 */
export class LateRecordings1765720000000 implements MigrationInterface {
  readonly name = 'LateRecordings1765720000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE late_recordings (
        reference text,
        carrier text NOT NULL,
        trunk_id text NOT NULL,
        carrier_id text NOT NULL,
        talk_ms integer NOT NULL,
        ended_at timestamptz(3) NOT NULL,
        due_at timestamptz(3) NOT NULL,
        looked_at timestamptz(3),
        claimed_by text,
        CONSTRAINT late_recordings_pkey PRIMARY KEY (reference)
      )`);
    await queryRunner.query('CREATE INDEX late_recordings_due ON late_recordings (due_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE late_recordings');
  }
}
