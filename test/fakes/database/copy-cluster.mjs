import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies the data folder of a server that may run. Of a file that shrinks meanwhile what is left is copied, and one that
 * vanishes is left out, as PostgreSQL allows between pg_backup_start and pg_backup_stop. The copies of Node do not: those
 * of a file that shrinks never end (libuv counts the bytes of its size at the start).
 * @param {string} from
 * @param {string} to is made
 * @param {RegExp} [without] of names
 */
export function copyCluster(from, to, without = /^postmaster\.(?:pid|opts)$/u) {
  mkdirSync(to, { recursive: true, mode: statSync(from).mode });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (without.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyCluster(source, target, without);
    else copyFile(source, target);
  }
}

function copyFile(from, to) {
  try {
    writeFileSync(to, readFileSync(from), { mode: statSync(from).mode });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
