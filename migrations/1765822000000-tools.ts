import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `CREATE TABLE tools (
    id text CONSTRAINT tools_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT tools_account_id_fkey REFERENCES accounts,
    kind text NOT NULL CONSTRAINT tools_kind CHECK (kind IN ('http', 'mcp')),
    name text COLLATE "C" NOT NULL CONSTRAINT tools_name_length CHECK (length(name) BETWEEN 1 AND 48),
    settings json NOT NULL,
    headers json NOT NULL,
    secret text NOT NULL,
    secret_last4 text NOT NULL,
    previous_secret text,
    previous_secret_until timestamptz(3),
    listed json NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL
  )`,
  'CREATE UNIQUE INDEX tools_name ON tools (account_id, name)',
  `CREATE TABLE tool_invocations (
    id text CONSTRAINT tool_invocations_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT tool_invocations_account_id_fkey REFERENCES accounts,
    call_id text NOT NULL,
    ordinal integer NOT NULL,
    tool_id text,
    name text NOT NULL,
    kind text NOT NULL CONSTRAINT tool_invocations_kind CHECK (kind IN ('http', 'mcp', 'built_in')),
    effect text NOT NULL CONSTRAINT tool_invocations_effect CHECK (effect IN ('read', 'write')),
    phase text NOT NULL CONSTRAINT tool_invocations_phase CHECK (phase IN ('before', 'during')),
    key text NOT NULL,
    status text NOT NULL CONSTRAINT tool_invocations_status
      CHECK (status IN ('running', 'succeeded', 'failed', 'timed_out', 'invalid', 'skipped', 'unknown')),
    arguments json,
    result json,
    error json,
    attempts integer NOT NULL,
    simulated boolean NOT NULL,
    repeated_of text,
    at timestamptz(3) NOT NULL,
    start_ms integer,
    end_ms integer
  )`,
  'CREATE INDEX tool_invocations_call ON tool_invocations (call_id, ordinal)',
  `CREATE INDEX tool_invocations_running ON tool_invocations (at) WHERE status = 'running'`,
  // For RETENTION_DAYS.
  `CREATE INDEX tool_invocations_kept ON tool_invocations (at)
     WHERE arguments IS NOT NULL OR result IS NOT NULL OR error IS NOT NULL`,
  `CREATE TABLE agent_tests (
    agent_id text CONSTRAINT agent_tests_pkey PRIMARY KEY CONSTRAINT agent_tests_agent_id_fkey REFERENCES agents,
    tests json NOT NULL,
    updated_at timestamptz(3) NOT NULL
  )`,
];

const VIEW = 'CREATE VIEW calls_for_tools AS SELECT id, ended_at, finished_at FROM calls';

/** Tools of agents, their uses, and tests of agents. The defaults are kept for processes of the version before. */
export class Tools1765822000000 implements MigrationInterface {
  readonly name = 'Tools1765822000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await queryRunner.query(statement);
    await queryRunner.query(`
      ALTER TABLE agents ADD COLUMN tool_ids json NOT NULL DEFAULT '[]',
        ADD COLUMN built_in_tools json NOT NULL DEFAULT '[]'`);
    await queryRunner.query('ALTER TABLE calls ADD COLUMN callback_of text');
    await queryRunner.query(VIEW);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP VIEW calls_for_tools');
    await queryRunner.query('ALTER TABLE calls DROP COLUMN callback_of');
    await queryRunner.query('ALTER TABLE agents DROP COLUMN tool_ids, DROP COLUMN built_in_tools');
    for (const table of ['agent_tests', 'tool_invocations', 'tools'])
      await queryRunner.query(`DROP TABLE ${table}`);
  }
}
