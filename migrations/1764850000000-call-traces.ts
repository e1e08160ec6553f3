import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was said to carriers about a call and by them, and an index for what is forgotten of legs by their age. */
export class CallTraces1764850000000 implements MigrationInterface {
  readonly name = 'CallTraces1764850000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A row for each dial, stored at its end: at, direction, trunk and text of each message. JSON as text: SIP may hold NUL.
      CREATE TABLE call_traces (
        call_id text NOT NULL,
        attempt integer NOT NULL,
        stored_at timestamptz(3) NOT NULL,
        messages json NOT NULL,
        CONSTRAINT call_traces_pkey PRIMARY KEY (call_id, attempt)
      );
      CREATE INDEX call_traces_age ON call_traces (stored_at);
    `);
    // Legs are as new as this: nobody waits for the index.
    await queryRunner.query(
      'CREATE INDEX legs_with_number ON legs (began_at) WHERE phone_number IS NOT NULL AND ended_at IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX legs_with_number');
    await queryRunner.query('DROP TABLE call_traces');
  }
}
