import { StartupError } from '../startup-error';
import { errorCode, textIn } from './system-errors';

export function folderProblem(error: unknown, path: string): StartupError {
  const message = textIn(error, 'message') ?? String(error);
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return new StartupError(
        `${path} is closed to this user: give it the folder (chown), or choose another DATA_DIR.`,
      );
    case 'EROFS':
      return new StartupError(`${path} is on a read-only file system: choose another DATA_DIR.`);
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(path);
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartupError(`${path} is not a folder: move it away, or choose another DATA_DIR.`);
    case 'ENAMETOOLONG':
      return new StartupError(`${path} is too long for a path: choose a shorter DATA_DIR.`);
    default:
      return new StartupError(`${path} cannot be used (${message}): fix it, or choose another DATA_DIR.`);
  }
}

export function diskFull(path: string): StartupError {
  return new StartupError(`No space is left on the disk of ${path}: make room and start again.`);
}

export function reportsDiskFull(output: string): boolean {
  return /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(output);
}
