import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../startup-error';
import type { PostgresBinaries } from './binaries';
import { diskFull, errorCode, saysDiskFull, textIn } from './folder-problem';
import { cannotChangeUser, type SystemUser } from './system-user';

/** The superuser of every embedded cluster. */
export const SUPERUSER = 'postgres';

interface InitdbOptions {
  /** Empty, and the user's own. */
  readonly folder: string;
  readonly dataDir: string;
  /** Seen from `folder`. */
  readonly passwordFile: string;
  readonly binaries: PostgresBinaries;
  readonly user: SystemUser | undefined;
  readonly durable: boolean;
}

/**
 * How a PostgreSQL program that runs in its data directory is told of it. On Linux by a name that needs no way
 * through the folders above: those may be closed to its user (/root), or make the path too long.
 */
export function dataDirectoryArgument(folder: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** The environment of PostgreSQL's programs: English messages, and nothing (PGDATA, PGOPTIONS) of the operator's. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

/** A program of PostgreSQL could not be run at all: `error` is of the spawn. */
export function cannotRun(error: unknown, program: string): StartupError {
  if (errorCode(error) === 'EPERM') return cannotChangeUser();
  return new StartupError(
    `${program} does not run on this system (${reasonOf(error)}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/**
 * Makes a cluster. Text is sorted and folded by PostgreSQL's own C.UTF-8, which is the same on every system and
 * does not change under the indexes when the operating system does.
 */
export async function runInitdb(options: InitdbOptions): Promise<void> {
  const { folder, dataDir, passwordFile, binaries, user, durable } = options;
  const program = join(binaries.folder, 'bin', 'initdb');
  const parameters = [
    `--pgdata=${dataDirectoryArgument(folder)}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(program, parameters, { cwd: folder, env: postgresEnvironment(), ...user });
  } catch (error) {
    if (saysDiskFull(textIn(error, 'stderr') ?? '')) throw diskFull(dataDir);
    // A number is the exit code of initdb itself; 127 says that a library is missing.
    const couldNotRun = errorCode(error) !== undefined || (error as { code?: unknown }).code === 127;
    if (couldNotRun) throw cannotRun(error, program);
    throw new StartupError(
      `${dataDir} got no PostgreSQL: initdb says "${reasonOf(error)}"; mend that and start again.`,
    );
  }
}

/** The line that says why. */
function reasonOf(error: unknown): string {
  const text = textIn(error, 'stderr')?.trim() || textIn(error, 'message') || String(error);
  const lines = text.split('\n');
  return (lines.find((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? '').trim();
}
