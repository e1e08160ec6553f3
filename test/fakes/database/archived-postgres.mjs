import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { copyCluster } from './copy-cluster.mjs';

const require = createRequire(import.meta.url);
/** @type {typeof import('pg')} */
const { Client } = require('pg');

const RECOVERY_MS = 60_000;
const ARCHIVED_MS = 30_000;
/** From a server's working folder, which is FOLDER/NAME/postgres: its user may not enter what is above FOLDER. */
const ARCHIVE = '../../archive';

/**
 * Settings of a server that archives its log beside its data folder, which is made.
 * @param {string} dataDir
 * @returns {Record<string, string>}
 */
export function archivingBeside(dataDir) {
  const archive = join(dirname(dataDir), 'archive');
  for (const folder of [dataDir, archive]) mkdirSync(folder, { recursive: true });
  for (const folder of [dataDir, dirname(dataDir)]) chmodSync(folder, 0o755);
  chmodSync(archive, 0o777);
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `cp %p ${ARCHIVE}/%f`,
    max_wal_senders: '2',
  };
}

/**
 * A base backup of an embedded server, and what makes a server recover it.
 * @param {string} url of the server
 * @param {string} from its data folder
 * @param {string} to another one
 */
export async function backUp(url, from, to) {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    await session.query(`SELECT pg_backup_start('restore', true)`);
    mkdirSync(to, { recursive: true });
    chmodSync(to, 0o755);
    copyCluster(join(from, 'postgres'), join(to, 'postgres'));
    const { rows } = await session.query('SELECT labelfile FROM pg_backup_stop(true)');
    writeFileSync(join(to, 'postgres', 'backup_label'), rows[0].labelfile);
    writeFileSync(join(to, 'postgres', 'recovery.signal'), '');
  } finally {
    await session.end();
  }
}

/**
 * Resolves once all that was written by now is in the archive.
 * @param {string} url of the server
 */
export async function untilArchived(url) {
  const [{ file }] = await query(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS file');
  await until(ARCHIVED_MS, `${file} is not archived`, async () => {
    const [{ last }] = await query(url, 'SELECT last_archived_wal AS last FROM pg_stat_archiver');
    return last >= file;
  });
}

/**
 * Starts a server on a backup; resolves once it has recovered to the instant.
 * @param {(options: any) => Promise<{url: string, stop(): Promise<void>}>} start startEmbeddedPostgres
 * @param {string} folder of the backup, beside the archive
 * @param {string} instant
 */
export async function recover(start, folder, instant) {
  const settings = {
    restore_command: `cp ${ARCHIVE}/%f %p`,
    recovery_target_time: instant,
    recovery_target_action: 'promote',
    archive_mode: 'off',
    max_connections: '400',
  };
  const postgres = await start({ dataDir: folder, use: 'command', settings });
  await until(RECOVERY_MS, `the restore in ${folder} does not end`, async () => {
    const [row] = await query(postgres.url, 'SELECT pg_is_in_recovery() AS recovers').catch(() => []);
    return row?.recovers === false;
  });
  return postgres;
}

/**
 * Rows of a server's database.
 * @param {string} url
 * @param {string} text
 * @param {unknown[]} [values]
 * @returns {Promise<any[]>}
 */
export async function query(url, text, values = []) {
  const session = new Client({ connectionString: url });
  session.on('error', () => undefined);
  await session.connect();
  try {
    return (await session.query(text, values)).rows;
  } finally {
    await session.end();
  }
}

/** @throws Error(message) after `timeoutMs` */
async function until(timeoutMs, message, isDone) {
  for (const end = Date.now() + timeoutMs; !(await isDone());) {
    if (Date.now() > end) throw new Error(message);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
