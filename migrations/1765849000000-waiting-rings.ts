import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

const RINGS = {
  calls_waiting_rings: `calls (id) WHERE phone_number = 'softphone' AND test AND (status = 'queued') IS NOT FALSE`,
};

/** Finds the rings of trial phones that wait, without a look at the account of each registered phone. */
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
