import { randomBytes } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error';
import type { PostgresBinaries } from './binaries';
import { folderProblem } from './folder-problem';
import { errorCode, textIn } from './system-errors';
import { runInitdb } from './initdb';
import { changeOwner, type SystemUser } from './system-user';

export interface Cluster {
  readonly dataDir: string;
  readonly folder: string;
  /** Identifies this folder, not a copy of it, on the server's command line. */
  readonly name: string;
  readonly password: string;
  readonly binaries: PostgresBinaries;
  readonly user: SystemUser | undefined;
}

/** An initdb runs for a second; on a bad disk half a minute. */
const ABANDONED_AFTER_MS = 600_000;

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * The cluster of `dataDir`, created when there is none. Safe with concurrent calls and after a kill: a new cluster is
 * made beside its place and then renamed.
 * @param durable false skips waiting for the disk; for tests
 * @throws StartupError when the folder cannot be used, or contains foreign data or another version
 */
export async function prepareCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
  durable: boolean,
): Promise<Cluster> {
  const folder = clusterFolder(dataDir);
  try {
    await makeFolder(dataDir);
    if (!(await isMade(folder))) {
      await removeAbandoned(dataDir);
      await makeCluster(dataDir, binaries, user, durable);
    }
    await checkVersion(folder, binaries.major);
    await repairOwner(folder, user);
    const { dev, ino } = await stat(folder, { bigint: true });
    return {
      dataDir,
      folder,
      name: `ai-calling-${dev.toString(36)}-${ino.toString(36)}`,
      password: await readPassword(folder),
      binaries,
      user,
    };
  } catch (error) {
    throw error instanceof StartupError ? error : folderProblem(error, textIn(error, 'path') ?? dataDir);
  }
}

/** Like mkdir's `recursive`, which reports a read-only disk as missing, and never ends below /proc. */
async function makeFolder(path: string, hasParent = false): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && !hasParent && path !== dirname(path)) {
      await makeFolder(dirname(path));
      await makeFolder(path, true);
      return;
    }
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) throw error;
  }
}

async function isMade(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((error: unknown): string[] => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0 && !entries.includes('PG_VERSION')) {
    throw new StartupError(
      `${folder} holds files, but no PostgreSQL: move it away, or choose another DATA_DIR.`,
    );
  }
  return entries.length > 0;
}

async function makeCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
  durable: boolean,
): Promise<void> {
  const draft = await mkdtemp(join(dataDir, `postgres.new-${process.pid}-`)).catch((error: unknown) => {
    throw folderProblem(error, dataDir);
  });
  try {
    const folder = join(draft, 'cluster');
    const passwordFile = join(draft, 'password');
    await mkdir(folder, { mode: 0o700 });
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flush: durable });
    if (user) {
      for (const path of [passwordFile, folder, draft]) await changeOwner(user, path);
    }
    await runInitdb({ folder, dataDir, passwordFile: '../password', binaries, user, durable });
    await rename(passwordFile, passwordOf(folder));
    if (durable) await syncFolder(folder);
    await rename(folder, clusterFolder(dataDir)).catch((error: unknown) => {
      // Another process was faster; uses its cluster.
      if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    });
    if (durable) await syncFolder(dataDir);
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (pid === undefined) continue;
    const draft = join(dataDir, name);
    const made = await stat(draft).catch(() => undefined);
    const old = made !== undefined && Date.now() - made.mtimeMs > ABANDONED_AFTER_MS;
    if (old || !isAlive(Number(pid))) await rm(draft, { recursive: true, force: true, maxRetries: 3 });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function checkVersion(folder: string, major: string): Promise<void> {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version === major) return;
  throw new StartupError(
    `${folder} was made by PostgreSQL ${version}, this service brings ${major}: run the service version that made it, or dump its data with that and move the folder away.`,
  );
}

/** A backup restored by root belongs to root; PostgreSQL refuses a folder that others may read. */
async function repairOwner(folder: string, user: SystemUser | undefined): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (user && uid !== user.uid) {
    await changeOwner(user, folder);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      await changeOwner(user, join(entry.parentPath, entry.name)).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
      });
    }
  }
  if ((mode & 0o077) !== 0) await chmod(folder, 0o700);
}

function passwordOf(folder: string): string {
  return join(folder, 'ai-calling-password');
}

async function readPassword(folder: string): Promise<string> {
  const path = passwordOf(folder);
  return await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new StartupError(
      `${path} is missing: restore it, or set DATABASE_URL if this PostgreSQL is not the service's own.`,
    );
  });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
