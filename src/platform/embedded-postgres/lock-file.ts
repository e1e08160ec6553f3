import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from './cluster';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `false` while it starts, recovers or stops. */
  readonly ready: boolean;
  /** Accepts no sessions, and stops when the last one ends. */
  readonly stopping: boolean;
}

export function lockFileOf(cluster: Cluster): string {
  return join(cluster.folder, 'postmaster.pid');
}

/** The file is stale after a kill -9 or a power cut; see {@link isServerOf}. */
export async function readLockFile(cluster: Cluster): Promise<Postmaster | undefined> {
  const text = await readFile(lockFileOf(cluster), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n');
  if (!(Number(pid) > 0)) return undefined;
  const state = status?.trim();
  return { pid: Number(pid), port: Number(port), ready: state === 'ready', stopping: state === 'stopping' };
}

/** Excludes another process that got the id later. */
export async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  const name = `cluster_name=${cluster.name}`;
  if (process.platform === 'linux') {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return commandLine.split('\0').includes(name);
  }
  const listing = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return listing?.stdout.split(/\s/).includes(name) ?? false;
}
