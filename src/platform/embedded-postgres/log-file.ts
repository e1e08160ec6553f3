import { constants, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster';
import { folderProblem } from './folder-problem';

/** In bytes; a larger log is rotated at the next start of the server. One old log stays. */
const MAX_LOG_BYTES = 10_000_000;

/** PostgreSQL's log below the data folder, opened for one start of the server. */
export interface Log {
  /** For the server to write to. */
  readonly fd: number;
  /** Closes our descriptor; the server has its own. */
  close(): Promise<void>;
  /** Lines written since the log was opened, by this server or by others that tried to start. */
  newLines(): Promise<string[]>;
}

/** Where PostgreSQL of the data folder logs to. */
export function logFileOf(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

/** @throws StartupError when it cannot be written */
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
