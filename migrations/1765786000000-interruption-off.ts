import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An agent may finish whatever is said meanwhile. */
export class InterruptionOff1765786000000 implements MigrationInterface {
  readonly name = 'InterruptionOff1765786000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.#allow(queryRunner, "'off', 'low', 'normal', 'high'");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE agents SET interruption = 'low' WHERE interruption = 'off'`);
    await this.#allow(queryRunner, "'low', 'normal', 'high'");
  }

  async #allow(queryRunner: QueryRunner, values: string): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE agents
        DROP CONSTRAINT agents_interruption,
        ADD CONSTRAINT agents_interruption CHECK (interruption IN (${values}))
    `);
  }
}
