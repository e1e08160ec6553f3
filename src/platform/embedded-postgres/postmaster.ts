import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../startup-error';
import type { Cluster } from './cluster';
import { diskFull, reportsDiskFull } from './folder-problem';
import { cannotRun, dataDirectoryArgument, postgresEnvironment } from './initdb';
import { isServerOf, lockFileOf, readLockFile, type Postmaster } from './lock-file';
import { logFileOf, openLog, type Log } from './log-file';
import { serverParameters } from './settings';

const POLL_INTERVAL_MS = 10;
const RETRY_INTERVAL_MS = 200;
/** After a crash, PostgreSQL may replay its log for minutes on a slow disk. */
const RECOVERY_TIMEOUT_MS = 300_000;
/** The limit for obstacles that pass: children of a killed server, a port in use. */
const OBSTACLE_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;
const EMPTY_LOCK_FILE_TIMEOUT_MS = 2_000;

/** Messages about conditions that pass, while another process starts or ends. */
const PASSING = [
  'lock file "postmaster.pid" already exists',
  'lock file "postmaster.pid" is empty',
  'bogus data in lock file',
  'lock file is invalid',
  'could not create any TCP/IP sockets',
  'shared memory block',
  // A command used the new server, and stopped it as its last user.
  'database system is shut down',
];

export interface LaunchOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly port?: number;
  readonly signal?: AbortSignal;
  /** Called when a server was spawned, before it accepts connections. */
  readonly onLaunched?: () => void;
}

/**
 * The running server, or a new one. PostgreSQL's lock file lets one of several processes start it. @throws
 * StartupError
 */
export async function ensurePostmaster(cluster: Cluster, options: LaunchOptions): Promise<Postmaster> {
  const begin = Date.now();
  for (;;) {
    options.signal?.throwIfAborted();
    const waitedMs = Date.now() - begin;
    const found = await readLockFile(cluster);
    if (found && (await isServerOf(cluster, found.pid))) {
      if (found.ready) return found;
      if (waitedMs > RECOVERY_TIMEOUT_MS) throw doesNotGetReady(cluster, found.pid);
      await sleep(POLL_INTERVAL_MS);
    } else {
      const launched = await launch(cluster, options, found?.pid);
      if (typeof launched !== 'string') return launched;
      await passObstacle(cluster, launched, waitedMs, found === undefined);
    }
  }
}

/** Waits before the next launch. @throws StartupError for a message about what does not pass by itself */
async function passObstacle(
  cluster: Cluster,
  message: string,
  waitedMs: number,
  hasNoPid: boolean,
): Promise<void> {
  const isPassing = PASSING.some((part) => message.includes(part));
  if (!isPassing || waitedMs > OBSTACLE_TIMEOUT_MS) throw doesNotStart(cluster, message);
  if (hasNoPid && /is empty|bogus data/.test(message) && waitedMs > EMPTY_LOCK_FILE_TIMEOUT_MS) {
    // A power cut left the file; PostgreSQL does not remove it itself.
    await rm(lockFileOf(cluster), { force: true });
  }
  await sleep(RETRY_INTERVAL_MS);
}

/** A fast shutdown, which disconnects clients; after 10 s an immediate one. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!(await isServerOf(cluster, pid))) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const begin = Date.now(); Date.now() - begin < STOP_TIMEOUT_MS;) {
      if (!(await isServerOf(cluster, pid))) return;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

async function launch(
  cluster: Cluster,
  { settings, port, onLaunched }: LaunchOptions,
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
        // A stale lock file may contain the id of an unrelated process, which PostgreSQL would consider a running
        // server unless it is its grandparent.
        ...(stalePid && { PG_GRANDPARENT_PID: String(stalePid) }),
      },
      ...cluster.user,
      // PostgreSQL has its own process group: Ctrl-C in the terminal reaches the service, which stops PostgreSQL last.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    // An unhandled error event, as for a missing folder, would end the process.
    child.once('error', (error) => (failure = error));
  } catch (error) {
    throw cannotRun(error, program);
  } finally {
    await log.close();
  }
  child.unref();
  onLaunched?.();
  for (const begin = Date.now(); Date.now() - begin < RECOVERY_TIMEOUT_MS;) {
    if (failure !== undefined) throw cannotRun(failure, program);
    if (child.exitCode !== null || child.signalCode !== null) return await finalMessage(child, log);
    const found = await readLockFile(cluster);
    if (found?.ready && found.pid === child.pid) return found;
    await sleep(POLL_INTERVAL_MS);
  }
  throw doesNotGetReady(cluster, child.pid);
}

async function finalMessage({ pid, exitCode, signalCode }: ChildProcess, log: Log): Promise<string> {
  const lines = (await log.newLines()).filter((line) => line.trim() !== '');
  const own = lines.filter((line) => line.includes(`[${String(pid)}]`));
  const worst = lines.find(reportsDiskFull);
  const fatal = own.findLast((line) => /\b(FATAL|PANIC):|lock file is invalid/.test(line));
  const message = worst ?? fatal ?? lines.findLast((line) => line.includes('PANIC:')) ?? lines.at(-1);
  return message?.replace(/^.*?\] [A-Z]+: +/, '') ?? `it ended with ${signalCode ?? String(exitCode)}`;
}

function doesNotStart({ dataDir }: Cluster, message: string): StartupError {
  if (reportsDiskFull(message)) return diskFull(dataDir);
  return new StartupError(
    `PostgreSQL of ${dataDir} does not start (${message}): see ${logFileOf(dataDir)}, fix that and start again.`,
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
