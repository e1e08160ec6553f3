import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An attempt's account is its event's, which has one: that it exists is not asked again for each attempt. It was a tenth of
 * what PostgreSQL did for a delivery, and a lock on the account's row.
 */
export class DeliveriesByEvent1764300000000 implements MigrationInterface {
  readonly name = 'DeliveriesByEvent1764300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_account_id_fkey',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE webhook_deliveries
       ADD CONSTRAINT webhook_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts`,
    );
  }
}
