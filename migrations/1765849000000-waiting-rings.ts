import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

const RINGS = {
  calls_waiting_rings: `calls (id) WHERE phone_number = 'softphone' AND test AND (status = 'queued') IS NOT FALSE`,
};

/** The few rings of trial phones that wait are found among all that waits, without the accounts of the phones. */
export class WaitingRings1765849000000 implements MigrationInterface {
  readonly name = 'WaitingRings1765849000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexes(queryRunner, RINGS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, RINGS);
  }
}
