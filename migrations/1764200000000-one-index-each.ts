import type { MigrationInterface, QueryRunner } from 'typeorm';
import { concurrently } from './concurrently';

const WAITS = "(status = 'queued') IS NOT FALSE";

/** The indexes of what waits; before, they were all `WHERE status = 'queued'`. */
const INDEXES: Readonly<Record<string, { on: string; where: string }>> = {
  calls_due: { on: 'calls (account_id, test, due_at, id)', where: `${WAITS} AND due_at IS NOT NULL` },
  calls_expiry: { on: 'calls (account_id, queued_from)', where: `${WAITS} AND queued_from IS NOT NULL` },
  calls_waiting_agent: { on: 'calls (agent_id, id)', where: `${WAITS} AND agent_id IS NOT NULL` },
};

/**
 * Partial indexes of what waits cost all the same by statistics from a moment when nothing waited, and PostgreSQL then sorts
 * what a wrong one gives, all that waits, for each fifty calls of the dispatcher. So each is seen only by a statement that
 * compares its own column (`IS NOT NULL` follows from a comparison, and is always true), and the unique one, which processes
 * of the version before go on naming, by none that says `IS NOT FALSE`. Until those are gone, their looks at what is due sort
 * what waits. Built CONCURRENTLY, so outside a transaction; one that a killed process left half built is built anew.
 */
export class OneIndexEach1764200000000 implements MigrationInterface {
  readonly name = 'OneIndexEach1764200000000';
  readonly transaction = false;

  /** The old one serves until the new one is there, whenever the process is killed. */
  up(queryRunner: QueryRunner): Promise<void> {
    return concurrently(queryRunner, async () => {
      for (const [name, { on, where }] of Object.entries(INDEXES)) {
        await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_next`);
        await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name}_next ON ${on} WHERE ${where}`);
        await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_before`);
        // Statements that are sent together hold together: there is always one of the name.
        await queryRunner.query(
          `ALTER INDEX ${name} RENAME TO ${name}_before; ALTER INDEX ${name}_next RENAME TO ${name}`,
        );
        await queryRunner.query(`DROP INDEX CONCURRENTLY ${name}_before`);
      }
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name, { on }] of Object.entries(INDEXES)) {
      await queryRunner.query(`DROP INDEX ${name}`);
      await queryRunner.query(`CREATE INDEX ${name} ON ${on} WHERE status = 'queued'`);
    }
  }
}
