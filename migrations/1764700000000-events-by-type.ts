import type { MigrationInterface, QueryRunner } from 'typeorm';
import { concurrently } from './concurrently';

/**
 * A call has one event of each type, and of the two that tell its end only one. Before, it had one event at all. Built
 * CONCURRENTLY, so outside a transaction; the old index serves until the new one is there.
 */
export class EventsByType1764700000000 implements MigrationInterface {
  readonly name = 'EventsByType1764700000000';
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return concurrently(queryRunner, async () => {
      await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_events_call_next');
      await queryRunner.query(
        `CREATE UNIQUE INDEX CONCURRENTLY webhook_events_call_next ON webhook_events (call_id,
           (CASE WHEN type IN ('call.completed', 'call.not_connected') THEN 'call.final' ELSE type END))
         WHERE call_id IS NOT NULL`,
      );
      await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS webhook_events_call_before');
      // Statements that are sent together hold together: there is always one of the name.
      await queryRunner.query(
        `ALTER INDEX webhook_events_call RENAME TO webhook_events_call_before;
         ALTER INDEX webhook_events_call_next RENAME TO webhook_events_call`,
      );
      await queryRunner.query('DROP INDEX CONCURRENTLY webhook_events_call_before');
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX webhook_events_call');
    await queryRunner.query(
      'CREATE UNIQUE INDEX webhook_events_call ON webhook_events (call_id) WHERE call_id IS NOT NULL',
    );
  }
}
