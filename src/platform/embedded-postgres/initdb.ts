import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../startup-error';
import type { PostgresBinaries } from './binaries';
import { diskFull, reportsDiskFull } from './folder-problem';
import { errorCode, textIn } from './system-errors';
import { cannotChangeUser, type SystemUser } from './system-user';

export const SUPERUSER = 'postgres';

interface InitdbOptions {
  readonly folder: string;
  readonly dataDir: string;
  readonly passwordFile: string;
  readonly binaries: PostgresBinaries;
  readonly user: SystemUser | undefined;
  readonly durable: boolean;
}

/** Relative to the working directory on Linux: the folders above may be closed to the user (/root), or too long. */
export function dataDirectoryArgument(folder: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/**
 * glibc returns what a statement freed to the system from 128 KB on, and requests it for the next one. Each time the
 * kernel interrupts the other cores, which costs half of PostgreSQL's CPU on some virtual machines. So each server
 * process retains up to 4 MiB.
 */
const ALLOCATOR = {
  MALLOC_TRIM_THRESHOLD_: '4194304',
  MALLOC_TOP_PAD_: '262144',
  MALLOC_MMAP_THRESHOLD_: '1048576',
};

/** English messages, and none of the operator's variables (PGDATA, PGOPTIONS). */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', ...ALLOCATOR };
}

export function cannotRun(error: unknown, program: string): StartupError {
  if (errorCode(error) === 'EPERM') return cannotChangeUser();
  return new StartupError(
    `${program} does not run on this system (${reasonOf(error)}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** The locale is PostgreSQL's own C.UTF-8: equal on every system, and unchanged by upgrades of the operating system. */
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
    if (reportsDiskFull(textIn(error, 'stderr') ?? '')) throw diskFull(dataDir);
    // A number is initdb's exit code; 127 means a missing library.
    const couldNotRun = errorCode(error) !== undefined || (error as { code?: unknown }).code === 127;
    if (couldNotRun) throw cannotRun(error, program);
    throw new StartupError(
      `${dataDir} got no PostgreSQL: initdb says "${reasonOf(error)}"; fix that and start again.`,
    );
  }
}

function reasonOf(error: unknown): string {
  const text = textIn(error, 'stderr')?.trim() || textIn(error, 'message') || String(error);
  const lines = text.split('\n');
  return (lines.find((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? '').trim();
}
