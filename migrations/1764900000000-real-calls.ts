import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  calls: [
    `direction text DEFAULT 'outbound'`,
    'account_number text',
    'answered_by text',
    'ended_by text',
    'recording text',
    'recorded_ms integer',
  ],
  human_calls: ['recording text', 'recorded_ms integer'],
};

const RECORDING = ['awaited', 'stored', 'none', 'forgotten'];

/** What a column may hold, by table and column. */
const VALUES: readonly (readonly [table: string, column: string, values: readonly string[]])[] = [
  ['calls', 'direction', ['outbound', 'inbound']],
  ['calls', 'answered_by', ['human', 'voicemail', 'announcement', 'screening', 'ivr', 'unknown']],
  ['calls', 'ended_by', ['agent', 'contact', 'human', 'carrier']],
  ['calls', 'recording', RECORDING],
  ['human_calls', 'recording', RECORDING],
];

/**
 * What real networks tell of a call. A process of the version before inserts whole rows, with null in the columns that it does
 * not know, so none of them requires a value: a call without a direction is outbound.
 *
 * No statement looks through a table under a lock that others need, so each has a transaction of its own, and may follow one
 * that a killed process left.
 */
export class RealCalls1764900000000 implements MigrationInterface {
  readonly name = 'RealCalls1764900000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const added = columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`);
      await queryRunner.query(`ALTER TABLE ${table} ${added.join(', ')}`);
    }
    for (const [table, column, values] of VALUES) {
      const name = `${table}_${column}`;
      const allowed = values.map((value) => `'${value}'`).join(', ');
      await queryRunner.query(
        `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name},
           ADD CONSTRAINT ${name} CHECK (${column} IN (${allowed})) NOT VALID`,
      );
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const dropped = columns.map((column) => `DROP COLUMN ${column.slice(0, column.indexOf(' '))}`);
      await queryRunner.query(`ALTER TABLE ${table} ${dropped.join(', ')}`);
    }
  }
}
