import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The same sliding log at a fraction of the work: times stay sorted, so what left the window is found by halving, and one
 * statement counts a request. 300 times fill 2.4 kB, which PostgreSQL would compress and move out of the row each time.
 */
export class CheaperRateLog1764100000000 implements MigrationInterface {
  readonly name = 'CheaperRateLog1764100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE rate_logs ALTER COLUMN times SET STORAGE PLAIN;
      CREATE OR REPLACE FUNCTION admit_request(key text, now_ms bigint, most integer, window_ms bigint,
          OUT admitted boolean, OUT counted integer, OUT oldest bigint) LANGUAGE plpgsql AS $$
      DECLARE cut bigint := now_ms - window_ms;
      BEGIN
        -- Clocks of processes differ a little: a time is never before the one that was stored last.
        INSERT INTO rate_logs AS r VALUES (key, ARRAY[now_ms])
        ON CONFLICT (key_id) DO UPDATE
          SET times = r.times[width_bucket(cut, r.times) + 1:] || greatest(now_ms, r.times[cardinality(r.times)])
          WHERE cardinality(r.times) - width_bucket(cut, r.times) < most
        RETURNING cardinality(r.times), r.times[1] INTO counted, oldest;
        admitted := FOUND;
        IF NOT admitted THEN
          SELECT cardinality(times) - width_bucket(cut, times), times[width_bucket(cut, times) + 1]
          INTO counted, oldest FROM rate_logs WHERE key_id = key;
        END IF;
      END $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION admit_request(key text, now_ms bigint, most integer, window_ms bigint,
          OUT admitted boolean, OUT counted integer, OUT oldest bigint) LANGUAGE plpgsql AS $$
      DECLARE log bigint[];
      BEGIN
        INSERT INTO rate_logs VALUES (key, '{}') ON CONFLICT DO NOTHING;
        SELECT times INTO log FROM rate_logs WHERE key_id = key FOR UPDATE;
        SELECT coalesce(array_agg(t ORDER BY t), '{}') INTO log FROM unnest(log) AS t WHERE t > now_ms - window_ms;
        admitted := cardinality(log) < most;
        IF admitted THEN
          log := log || now_ms;
          UPDATE rate_logs SET times = log WHERE key_id = key;
        END IF;
        counted := cardinality(log);
        oldest := log[1];
      END $$;
      ALTER TABLE rate_logs ALTER COLUMN times SET STORAGE EXTENDED;
    `);
  }
}
