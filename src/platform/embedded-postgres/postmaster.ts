import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../startup-error';
import type { Cluster } from './cluster';
import { diskFull, saysDiskFull } from './folder-problem';
import { cannotRun, dataDirectoryArgument, postgresEnvironment } from './initdb';
import { isServerOf, lockFileOf, readLockFile, type Postmaster } from './lock-file';
import { logFileOf, openLog, type Log } from './log-file';
import { serverParameters } from './settings';

/** In milliseconds, as all times here. */
const POLL = 10;
const PAUSE_BEFORE_NEXT_TRY = 200;
/** For a start or a stop: after a crash on a slow disk, PostgreSQL may replay its log for minutes. */
const PATIENCE_WITH_RECOVERY = 300_000;
/** For what stands in the way of a start and goes by itself: children of a killed server, a port. */
const PATIENCE_WITH_OBSTACLES = 20_000;
const PATIENCE_WITH_STOP = 10_000;
/** A server that starts writes its lock file at once. */
const PATIENCE_WITH_EMPTY_LOCK_FILE = 2_000;

/** PostgreSQL's words for what goes by itself, as another process starts or ends. */
const PASSING = [
  'lock file "postmaster.pid" already exists',
  'lock file "postmaster.pid" is empty',
  'bogus data in lock file',
  'lock file is invalid',
  'could not create any TCP/IP sockets',
  'shared memory block',
];

/** How to start a server. */
export interface LaunchOptions {
  /** PostgreSQL's own, above the service's. */
  readonly settings: Readonly<Record<string, string>>;
  /** In place of any free one. */
  readonly port?: number;
  /** Ends the attempts. */
  readonly signal?: AbortSignal;
}

/**
 * The server of the cluster, ready for connections: the one that runs, or a new one. Of many processes that do
 * this at once, PostgreSQL's own lock file lets one start the server; the others find it.
 *
 * @throws StartupError when it cannot be started
 */
export async function ensurePostmaster(cluster: Cluster, options: LaunchOptions): Promise<Postmaster> {
  const begin = Date.now();
  for (;;) {
    options.signal?.throwIfAborted();
    const waited = Date.now() - begin;
    const found = await readLockFile(cluster);
    if (found && (await isServerOf(cluster, found.pid))) {
      if (found.ready) return found;
      if (waited > PATIENCE_WITH_RECOVERY) throw doesNotGetReady(cluster, found.pid);
      await sleep(POLL);
      continue;
    }
    const launched = await launch(cluster, options, found?.pid);
    if (typeof launched !== 'string') return launched;
    const passing = PASSING.some((words) => launched.includes(words));
    if (!passing || waited > PATIENCE_WITH_OBSTACLES) throw doesNotStart(cluster, launched);
    if (!found && /is empty|bogus data/.test(launched) && waited > PATIENCE_WITH_EMPTY_LOCK_FILE) {
      // What a power cut leaves, and PostgreSQL does not dare to remove.
      await rm(lockFileOf(cluster), { force: true });
    }
    await sleep(PAUSE_BEFORE_NEXT_TRY);
  }
}

/** Stops the server and waits until it is gone: fast (clients are cut off), after 10 s immediately. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!(await isServerOf(cluster, pid))) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const begin = Date.now(); Date.now() - begin < PATIENCE_WITH_STOP;) {
      if (!(await isServerOf(cluster, pid))) return;
      await sleep(POLL);
    }
  }
}

/** Starts a server; resolves with it, or with what it said before it gave up. */
async function launch(
  cluster: Cluster,
  { settings, port }: LaunchOptions,
  stalePid: number | undefined,
): Promise<Postmaster | string> {
  const program = join(cluster.binaries.folder, 'bin', 'postgres');
  const own = { ...settings, port: String(port ?? (await freePort())), cluster_name: cluster.name };
  const log = await openLog(cluster);
  let failure: unknown;
  let child: ChildProcess;
  try {
    child = spawn(program, ['-D', dataDirectoryArgument(cluster.folder), ...serverParameters(own)], {
      cwd: cluster.folder,
      env: {
        ...postgresEnvironment(),
        // A lock file that was left behind may name what is another program's number by now. PostgreSQL takes
        // that one for a server and refuses to start, unless the number is its grandparent's.
        ...(stalePid && { PG_GRANDPARENT_PID: String(stalePid) }),
      },
      ...cluster.user,
      // A group of its own: Ctrl-C in the terminal is for the service, which stops PostgreSQL last.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    // At once: without a listener this event, as of a folder that is away, would end the process.
    child.once('error', (error) => (failure = error));
  } catch (error) {
    throw cannotRun(error, program);
  } finally {
    await log.close();
  }
  child.unref();
  for (const begin = Date.now(); Date.now() - begin < PATIENCE_WITH_RECOVERY;) {
    if (failure !== undefined) throw cannotRun(failure, program);
    if (child.exitCode !== null || child.signalCode !== null) return await lastWords(child, log);
    const found = await readLockFile(cluster);
    if (found?.ready && found.pid === child.pid) return found;
    await sleep(POLL);
  }
  throw doesNotGetReady(cluster, child.pid);
}

async function lastWords({ pid, exitCode, signalCode }: ChildProcess, log: Log): Promise<string> {
  const lines = (await log.newLines()).filter((line) => line.trim() !== '');
  const own = lines.filter((line) => line.includes(`[${String(pid)}]`));
  const worst = lines.find(saysDiskFull);
  const fatal = own.findLast((line) => /\b(FATAL|PANIC):|lock file is invalid/.test(line));
  const words = worst ?? fatal ?? lines.findLast((line) => line.includes('PANIC:')) ?? lines.at(-1);
  return words?.replace(/^.*?\] [A-Z]+: +/, '') ?? `it ended with ${signalCode ?? String(exitCode)}`;
}

function doesNotStart({ dataDir }: Cluster, words: string): StartupError {
  if (saysDiskFull(words)) return diskFull(dataDir);
  return new StartupError(
    `PostgreSQL of ${dataDir} does not start (${words}): see ${logFileOf(dataDir)}, mend that and start again.`,
  );
}

function doesNotGetReady({ dataDir }: Cluster, pid: number | undefined): StartupError {
  return new StartupError(
    `PostgreSQL of ${dataDir} (pid ${String(pid)}) starts or stops for too long: see ${logFileOf(dataDir)}, and start again when it is done.`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
