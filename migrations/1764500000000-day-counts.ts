import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexes, dropIndexes } from './concurrently';

/** Of a table each: AI dials by their local day; holds of accounts by their end, for RETENTION_DAYS. */
const INDEXES: Readonly<Record<string, string>> = {
  dials_of_day: `dials (account_id, local_day) WHERE counted AND NOT test AND kind = 'ai'`,
  account_holds_age: 'account_holds (until) WHERE until IS NOT NULL',
};

/** Built CONCURRENTLY, so outside a transaction; one that a killed process left half built is built anew. */
export class DayCounts1764500000000 implements MigrationInterface {
  readonly name = 'DayCounts1764500000000';
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return createIndexes(queryRunner, INDEXES);
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return dropIndexes(queryRunner, INDEXES);
  }
}
