import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The turns of a running talk in pieces, as they were stored; its end moves them to `call_talks`. */
export class LiveTurns1765851000000 implements MigrationInterface {
  readonly name = 'LiveTurns1765851000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE call_live_turns (
        call_id text CONSTRAINT call_live_turns_call REFERENCES calls,
        position integer,
        turns json NOT NULL,
        CONSTRAINT call_live_turns_pkey PRIMARY KEY (call_id, position)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE call_live_turns');
  }
}
