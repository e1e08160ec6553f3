import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long an agent waits for more words. The default is kept for processes of the version before. */
export class AgentPatience1765782000000 implements MigrationInterface {
  readonly name = 'AgentPatience1765782000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE agents
        ADD COLUMN patience text NOT NULL DEFAULT 'normal'
          CONSTRAINT agents_patience CHECK (patience IN ('quick', 'normal', 'patient'))
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE agents DROP COLUMN patience`);
  }
}
