import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from './cluster';

/** A server of PostgreSQL, as its lock file describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** False while it starts, recovers or stops. */
  readonly ready: boolean;
  /** It lets nobody in any more, and ends when the last session does. */
  readonly stopping: boolean;
}

/** What a server writes into its data directory, and removes when it ends in good order. */
export function lockFileOf(cluster: Cluster): string {
  return join(cluster.folder, 'postmaster.pid');
}

/** What the lock file says, which is stale after a kill -9 or a power cut; see {@link isServerOf}. */
export async function readLockFile(cluster: Cluster): Promise<Postmaster | undefined> {
  const text = await readFile(lockFileOf(cluster), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n');
  if (!(Number(pid) > 0)) return undefined;
  const state = status?.trim();
  return { pid: Number(pid), port: Number(port), ready: state === 'ready', stopping: state === 'stopping' };
}

/** Whether process `pid` lives and is the server of this very cluster, rather than one that got its number later. */
export async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  const name = `cluster_name=${cluster.name}`;
  if (process.platform === 'linux') {
    // Empty for a process that is dead, but whose parent has not asked how it died.
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return commandLine.split('\0').includes(name);
  }
  const listing = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return listing?.stdout.split(/\s/).includes(name) ?? false;
}
