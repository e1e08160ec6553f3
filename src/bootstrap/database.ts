import type { Config } from '../platform/config/config';
import type { DatabaseAccess } from '../platform/database/access/database-access';
import {
  findPrimaries,
  migrateWhereNeeded,
  requireSameDatabase,
  requireSettings,
} from '../platform/database/access/preparation';
import { StartupError } from '../platform/startup-error';

/** Migrates the database where needed. @throws StartupError when this process cannot work on it */
export async function prepareDatabase(config: Config, access: DatabaseAccess): Promise<void> {
  if (access.isEmbedded) {
    await migrateWhereNeeded(access);
    return;
  }
  if (config.does.work && config.redisUrl === null && !access.session) {
    throw new StartupError(
      'DATABASE_POOLING=transaction: queues need REDIS_URL, or DATABASE_DIRECT_URL past the pooler.',
    );
  }
  await findPrimaries(access);
  try {
    await requireSameDatabase(access);
    await requireSettings(access);
    await migrateWhereNeeded(access);
  } catch (error) {
    throw error instanceof StartupError ? error : unusable(error);
  }
}

function unusable(error: unknown): StartupError {
  const reason = (error as Error).message.split('\n')[0] ?? '';
  const options = reason.includes('startup parameter')
    ? ' Is it a pooler? Then set DATABASE_POOLING=transaction, see docs/scaling.md.'
    : '';
  return new StartupError(
    `DATABASE_URL: no PostgreSQL can be used there (${reason}). Start it or correct the URL.${options}`,
  );
}
