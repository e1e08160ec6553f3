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

/** Builds indexes CONCURRENTLY, by name and what they are on; one that a killed process left half built is built anew. */
export function createIndexes(
  queryRunner: QueryRunner,
  indexes: Readonly<Record<string, string>>,
  kind: 'INDEX' | 'UNIQUE INDEX' = 'INDEX',
): Promise<void> {
  return concurrently(queryRunner, async () => {
    for (const [name, on] of Object.entries(indexes)) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(`CREATE ${kind} CONCURRENTLY ${name} ON ${on}`);
    }
  });
}

export async function dropIndexes(
  queryRunner: QueryRunner,
  indexes: Readonly<Record<string, string>>,
): Promise<void> {
  for (const name of Object.keys(indexes)) await queryRunner.query(`DROP INDEX IF EXISTS ${name}`);
}
