import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How an agent meets a voicemail, how it is interrupted, and which words it hears and says. */
export class AgentSpeech1764950000000 implements MigrationInterface {
  readonly name = 'AgentSpeech1764950000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Constant defaults: no row is written.
    await queryRunner.query(`
      ALTER TABLE agents
        ADD COLUMN voicemail json NOT NULL DEFAULT '{"action":"leave_message","message":null}',
        ADD COLUMN interruption text NOT NULL DEFAULT 'normal'
          CONSTRAINT agents_interruption CHECK (interruption IN ('low', 'normal', 'high')),
        ADD COLUMN keyterms json NOT NULL DEFAULT '[]',
        ADD COLUMN pronunciations json NOT NULL DEFAULT '[]'
    `);
    await queryRunner.query(`
      ALTER TABLE agents
        ALTER COLUMN voicemail DROP DEFAULT, ALTER COLUMN interruption DROP DEFAULT,
        ALTER COLUMN keyterms DROP DEFAULT, ALTER COLUMN pronunciations DROP DEFAULT
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE agents
        DROP COLUMN voicemail, DROP COLUMN interruption, DROP COLUMN keyterms, DROP COLUMN pronunciations
    `);
  }
}
