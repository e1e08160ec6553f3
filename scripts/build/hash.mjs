import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A path in the project, whatever the working directory. */
export const inProject = (...path) => join(ROOT, ...path);

/** SHA-256 of the names and contents of files and of all files in folders, tests left out. */
export function hashOf(files, folders) {
  const hash = createHash('sha256');
  for (const file of [...files, ...folders.flatMap(sourcesIn)]) {
    hash
      .update(`${file.replaceAll(sep, '/')}\0`)
      .update(readFileSync(inProject(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Whether a stamp of a former build is this hash. */
export function isStamped(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function sourcesIn(folder) {
  const files = readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
  return files.sort();
}
