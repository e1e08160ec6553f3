import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Streams of speech engines, counted over all processes: an open leg with an engine uses one. The legs of a process of the
 * version before name no engine, and neither does its heartbeat.
 */
export class SpeechStreams1765710000000 implements MigrationInterface {
  readonly name = 'SpeechStreams1765710000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // What the process can hear and speak with, in its order of preference.
    await queryRunner.query('ALTER TABLE media_processes ADD COLUMN speech_engines jsonb');
    // Who counts the streams of an engine locks its row. most: what it refused to exceed, for a while.
    await queryRunner.query(`
      CREATE TABLE speech_limits (
        kind text CONSTRAINT speech_limits_kind CHECK (kind IN ('stt', 'tts')),
        engine text,
        most integer,
        until timestamptz(3),
        CONSTRAINT speech_limits_pkey PRIMARY KEY (kind, engine)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE speech_limits');
    await queryRunner.query('ALTER TABLE media_processes DROP COLUMN speech_engines');
  }
}
