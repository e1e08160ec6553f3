import { lchown, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '../startup-error';
import { errorCode } from './system-errors';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The first owner other than root, else `postgres`, else `nobody`: PostgreSQL refuses root. `undefined`: current
 * user.
 */
export async function postgresUser(folders: readonly string[]): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new StartupError(
      `The embedded PostgreSQL does not run as root on ${process.platform}: run the service as another user, or set DATABASE_URL.`,
    );
  }
  for (const folder of folders) {
    const owner = await stat(folder).catch(() => undefined);
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  return await accountOf(['postgres', 'nobody']);
}

async function accountOf(names: readonly string[]): Promise<SystemUser> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const accounts = new Map(lines.map((line) => line.split(':')).map((fields) => [fields[0], fields]));
  for (const name of names) {
    const [, , uid, gid] = accounts.get(name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/** Does not follow a link. */
export async function changeOwner(user: SystemUser, path: string): Promise<void> {
  await lchown(path, user.uid, user.gid).catch((error: unknown) => {
    throw errorCode(error) === 'EPERM' ? cannotChangeUser() : error;
  });
}

/** The error for root without capabilities, as in a restricted container. */
export function cannotChangeUser(): StartupError {
  return new StartupError(
    'PostgreSQL does not run as root, and this root may not run it as another user: run the service as an ordinary user, or set DATABASE_URL.',
  );
}

export async function canReach(path: string, user: SystemUser): Promise<boolean> {
  if (!(await allows(path, user, 0o4))) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!(await allows(folder, user, 0o1))) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function allows(path: string, user: SystemUser, bit: number): Promise<boolean> {
  const { uid, gid, mode } = await stat(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return (mode & (bit << shift)) !== 0;
}
