import { constants, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster';
import { folderProblem } from './folder-problem';

/** In bytes. A larger log is rotated at the next start; one old log stays. */
const MAX_LOG_BYTES = 10_000_000;

export interface Log {
  readonly fd: number;
  close(): Promise<void>;
  /** Written since the log was opened, by this server or by others that tried to start. */
  newLines(): Promise<string[]>;
}

export function logFileOf(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

/** @throws StartupError when the log cannot be written */
export async function openLog({ dataDir, user }: Cluster): Promise<Log> {
  const path = logFileOf(dataDir);
  try {
    let handle = await openToAppend(path);
    if ((await handle.stat()).size > MAX_LOG_BYTES) {
      await handle.close();
      await rename(path, `${path}.1`);
      handle = await openToAppend(path);
    }
    if (user) await handle.chown(user.uid, user.gid);
    const { size } = await handle.stat();
    return {
      fd: handle.fd,
      close: () => handle.close(),
      newLines: async () => (await readFile(path)).subarray(size).toString().split('\n'),
    };
  } catch (error) {
    throw folderProblem(error, path);
  }
}

/** Does not follow links: root writes here, and the folder may belong to another user. */
async function openToAppend(path: string) {
  return await open(
    path,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW,
    0o600,
  );
}
