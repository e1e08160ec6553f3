import type { MigrationInterface, QueryRunner } from 'typeorm';
import { concurrently, createIndexes } from './concurrently';

const KINDS = ['ai', 'human', 'inbound'];
const TABLES = ['line_use', 'dials'];

/** Any number of callers may call from one number; dials to it exclude each other, whichever kind they are of. */
const ONE_DIAL = `line_use (account_id, phone_number) WHERE NOT test AND kind <> 'inbound'`;
const ONE_CALL = 'line_use (account_id, phone_number) WHERE NOT test';

/**
 * Calls that come in: a kind of their own in lines and dials. The unique index of numbers in use leaves them out; another one
 * finds a number in use in a call of any kind. Nothing holds a lock that others need: each statement is a transaction of its
 * own, and may follow one that a killed process left.
 */
export class InboundCalls1765300000000 implements MigrationInterface {
  readonly name = 'InboundCalls1765300000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await allow(queryRunner, table, KINDS);
    await createIndexes(queryRunner, { line_use_calling: ONE_CALL });
    // The next one is built before the old one goes: at any time there is one.
    await concurrently(queryRunner, async () => {
      await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS line_use_number_next');
      await queryRunner.query(`CREATE UNIQUE INDEX CONCURRENTLY line_use_number_next ON ${ONE_DIAL}`);
      await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS line_use_number');
    });
    await queryRunner.query('ALTER INDEX line_use_number_next RENAME TO line_use_number');
  }

  /** The version before knows no such calls. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM line_use WHERE kind = 'inbound'`);
    await queryRunner.query(`DELETE FROM dials WHERE kind = 'inbound'`);
    await queryRunner.query('DROP INDEX line_use_calling, line_use_number');
    await queryRunner.query(`CREATE UNIQUE INDEX line_use_number ON ${ONE_CALL}`);
    for (const table of TABLES) await allow(queryRunner, table, ['ai', 'human']);
  }
}

async function allow(queryRunner: QueryRunner, table: string, kinds: readonly string[]): Promise<void> {
  const allowed = kinds.map((kind) => `'${kind}'`).join(', ');
  await queryRunner.query(
    `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${table}_kind,
       ADD CONSTRAINT ${table}_kind CHECK (kind IN (${allowed})) NOT VALID`,
  );
  await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_kind`);
}
