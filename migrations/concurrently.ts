import type { QueryRunner } from 'typeorm';

/** Does what is done CONCURRENTLY: it blocks nobody, so it may wait for others as long as it has to. */
export async function concurrently(queryRunner: QueryRunner, work: () => Promise<void>): Promise<void> {
  const [before] = (await queryRunner.query('SHOW lock_timeout')) as { lock_timeout: string }[];
  await queryRunner.query('SET lock_timeout = 0');
  try {
    await work();
  } finally {
    // On a broken connection it fails, too, and would hide why.
    await queryRunner.query(`SET lock_timeout = '${before?.lock_timeout ?? 0}'`).catch(() => undefined);
  }
}
