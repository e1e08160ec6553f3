import type { MigrationInterface, QueryRunner } from 'typeorm';
import { concurrently } from './concurrently';

/**
 * The calls that wait for another call to their number: the dispatcher asks for those whose number is free.
 * Built CONCURRENTLY, so outside a transaction; one that a killed process left half built is built anew.
 */
export class FreedNumbers1764400000000 implements MigrationInterface {
  readonly name = 'FreedNumbers1764400000000';
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return concurrently(queryRunner, async () => {
      await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS calls_waiting_in_use');
      await queryRunner.query(
        `CREATE INDEX CONCURRENTLY calls_waiting_in_use ON calls (account_id)
         WHERE (status = 'queued') IS NOT FALSE AND held_by = 'number_in_use'`,
      );
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX calls_waiting_in_use');
  }
}
