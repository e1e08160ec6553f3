import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Voice tests of the console, the tickets of their sockets, and where media processes accept them. */
export class VoiceTests1765781000000 implements MigrationInterface {
  readonly name = 'VoiceTests1765781000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE accounts
        ADD COLUMN voice_tests integer NOT NULL DEFAULT 2,
        ADD COLUMN voice_test_minutes integer NOT NULL DEFAULT 60`);
    // A process of the version before stores none: it hosts no voice test.
    await queryRunner.query(`
      ALTER TABLE media_processes
        ADD COLUMN live_origin text, ADD COLUMN max_calls integer, ADD COLUMN calls integer`);
    // Streams of talks without a leg.
    await queryRunner.query(`
      CREATE TABLE speech_streams (
        reference text CONSTRAINT speech_streams_pkey PRIMARY KEY,
        stt_engine text,
        tts_engine text
      )`);
    await queryRunner.query(`
      CREATE TABLE voice_tests (
        id text CONSTRAINT voice_tests_pkey PRIMARY KEY,
        account_id text NOT NULL CONSTRAINT voice_tests_account REFERENCES accounts (id),
        login_id text NOT NULL,
        login_name text NOT NULL,
        agent_id text,
        agent_name text NOT NULL,
        language text,
        tts_model text NOT NULL,
        voice text NOT NULL,
        stt text,
        status text NOT NULL CONSTRAINT voice_tests_status CHECK (status IN ('waiting', 'talking', 'ended', 'failed')),
        reason text,
        created_at timestamptz(3) NOT NULL,
        started_at timestamptz(3),
        ended_at timestamptz(3),
        ended_by text CONSTRAINT voice_tests_ended_by CHECK (ended_by IN ('person', 'agent', 'limit', 'service')),
        duration_seconds integer,
        max_seconds integer NOT NULL,
        delay_ms integer,
        turns jsonb NOT NULL,
        brief jsonb,
        outcome jsonb,
        outcome_state text NOT NULL
          CONSTRAINT voice_tests_outcome_state CHECK (outcome_state IN ('pending', 'ready', 'none', 'failed')),
        recording text NOT NULL
          CONSTRAINT voice_tests_recording CHECK (recording IN ('awaited', 'stored', 'none', 'forgotten')),
        host text NOT NULL,
        heartbeat_at timestamptz(3) NOT NULL,
        end_requested boolean NOT NULL DEFAULT false,
        deleted_at timestamptz(3)
      )`);
    await queryRunner.query('CREATE INDEX voice_tests_newest ON voice_tests (account_id, created_at, id)');
    await queryRunner.query('CREATE INDEX voice_tests_age ON voice_tests (created_at)');
    await queryRunner.query(
      `CREATE INDEX voice_tests_open ON voice_tests (host)
       WHERE status IN ('waiting', 'talking') OR outcome_state = 'pending'`,
    );
    await queryRunner.query(`
      CREATE TABLE live_tickets (
        hash text CONSTRAINT live_tickets_pkey PRIMARY KEY,
        what text NOT NULL CONSTRAINT live_tickets_what CHECK (what IN ('voice_test', 'call', 'human_call')),
        subject_id text NOT NULL,
        account_id text NOT NULL,
        session_id text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX live_tickets_age ON live_tickets (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['live_tickets', 'voice_tests', 'speech_streams']) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
    await queryRunner.query(
      'ALTER TABLE media_processes DROP COLUMN live_origin, DROP COLUMN max_calls, DROP COLUMN calls',
    );
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN voice_tests, DROP COLUMN voice_test_minutes');
  }
}
