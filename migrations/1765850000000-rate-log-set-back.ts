import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests that were logged before the clock was set back count from now on, and leave the log after one window. */
export class RateLogSetBack1765850000000 implements MigrationInterface {
  readonly name = 'RateLogSetBack1765850000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION admit_request(key text, now_ms bigint, most integer, window_ms bigint,
          OUT admitted boolean, OUT counted integer, OUT oldest bigint) LANGUAGE plpgsql AS $$
      DECLARE
        cut bigint := now_ms - window_ms;
        latest bigint := now_ms + 2000;
      BEGIN
        -- Clocks of processes differ a little: a time is never before the one that was stored last.
        INSERT INTO rate_logs AS r VALUES (key, ARRAY[now_ms])
        ON CONFLICT (key_id) DO UPDATE
          SET times = r.times[width_bucket(cut, r.times) + 1:] || greatest(now_ms, r.times[cardinality(r.times)])
          WHERE cardinality(r.times) - width_bucket(cut, r.times) < most
            AND coalesce(r.times[cardinality(r.times)], 0) <= latest
        RETURNING cardinality(r.times), r.times[1] INTO counted, oldest;
        admitted := FOUND;
        IF NOT admitted THEN
          -- The clock was set back.
          UPDATE rate_logs SET times = ARRAY(SELECT least(t, now_ms) FROM unnest(times) AS t ORDER BY 1)
          WHERE key_id = key AND times[cardinality(times)] > latest;
          IF FOUND THEN
            SELECT again.* INTO admitted, counted, oldest FROM admit_request(key, now_ms, most, window_ms) AS again;
            RETURN;
          END IF;
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
      DECLARE cut bigint := now_ms - window_ms;
      BEGIN
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
}
