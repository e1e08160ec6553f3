import { stat } from 'node:fs/promises';
import { readConfig } from '../platform/config/config';
import { accessTo } from '../platform/database/access/database-access';
import {
  findPrimaries,
  migrateWhereNeeded,
  requireSameDatabase,
} from '../platform/database/access/preparation';
import { type Copied, copyRows, requireEmptyDatabase, TargetNotEmpty } from '../platform/database/copy-rows';
import { clusterFolder } from '../platform/embedded-postgres/cluster';
import { withEmbedded } from './embedded-database';
import { CommandError } from './output';

/** Copies the embedded database, with no service on it, to the empty database at DATABASE_URL. */
export async function copyEmbedded(): Promise<Copied> {
  const { databaseUrl, database, dataDir } = readConfig({ ...process.env, LOG_LEVEL: 'silent', ROLE: 'all' });
  if (databaseUrl === null) {
    throw new CommandError('DATABASE_URL must be set: the empty database to copy to.');
  }
  const target = accessTo(databaseUrl, database);
  if (!target.session) {
    throw new CommandError(
      'DATABASE_DIRECT_URL must be set: a copy needs a session, past the transaction pooler.',
    );
  }
  await requireCluster(dataDir);
  const { url } = target.session;
  try {
    return await withEmbedded(dataDir, 'service', async (source) => {
      await findPrimaries(target);
      await requireSameDatabase(target);
      await requireEmptyDatabase(url);
      await migrateWhereNeeded(accessTo(source.url));
      await migrateWhereNeeded(target);
      return copyRows(source.url, url);
    });
  } catch (error) {
    if (!(error instanceof TargetNotEmpty)) throw error;
    throw new CommandError(
      `The database at DATABASE_URL is not empty (${error.table} has rows): a copy needs a new one.`,
    );
  }
}

async function requireCluster(dataDir: string): Promise<void> {
  const folder = clusterFolder(dataDir);
  const found = await stat(folder).catch(() => null);
  if (!found) throw new CommandError(`There is no embedded database in ${folder}: set DATA_DIR.`);
}
