import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the analysis of a call waits for; before, it followed from the distance of two times. Nullable: a process of an older
 * version inserts null into columns that it does not know.
 */
export class AnalysisWait1765770000000 implements MigrationInterface {
  readonly name = 'AnalysisWait1765770000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE calls
         ADD COLUMN analysis_wait text DEFAULT 'none',
         ADD CONSTRAINT calls_analysis_wait CHECK (analysis_wait IN ('none', 'recording', 'transcription')) NOT VALID`,
    );
    await queryRunner.query('ALTER TABLE calls VALIDATE CONSTRAINT calls_analysis_wait');
    await queryRunner.query(
      `UPDATE calls SET analysis_wait = CASE WHEN analysis_due_at = ended_at + interval '60 s'
         THEN 'transcription' ELSE 'recording' END
       WHERE analysis_attempts = 0
         AND analysis_due_at IN (ended_at + interval '10 s', ended_at + interval '60 s')`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE calls DROP COLUMN analysis_wait');
  }
}
