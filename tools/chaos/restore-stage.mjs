import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ChaosStage } from './stage.mjs';

const require = createRequire(import.meta.url);
/** @type {typeof import('pg')} */
const { Client } = require('pg');

const RECOVERY_MS = 60_000;
const ARCHIVED_MS = 30_000;

/** PostgreSQL that archives its log, and restores of it to an instant. */
export class RestoreStage extends ChaosStage {
  get archive() {
    return join(this.folder, 'archive');
  }

  /** @override */
  async startDatabase(options) {
    mkdirSync(this.archive, { recursive: true });
    chmodSync(this.archive, 0o777);
    const archiving = {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `cp %p ${this.archive}/%f`,
      max_wal_senders: '2',
    };
    await super.startDatabase({ ...options, settings: { ...options.settings, ...archiving } });
  }

  /** A base backup, and what makes a server recover it. */
  async backUp(folder) {
    const session = new Client({ connectionString: this.directUrl });
    await session.connect();
    try {
      await session.query(`SELECT pg_backup_start('chaos', true)`);
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o755);
      const to = join(folder, 'postgres');
      const filter = (path) => !/postmaster\.(?:pid|opts)$/u.test(path);
      cpSync(join(this.folder, 'data', 'postgres'), to, { recursive: true, filter });
      const { rows } = await session.query('SELECT labelfile FROM pg_backup_stop(true)');
      writeFileSync(join(to, 'backup_label'), rows[0].labelfile);
      writeFileSync(join(to, 'recovery.signal'), '');
    } finally {
      await session.end();
    }
  }

  /** Resolves once all that was written by now is in the archive. */
  async archived() {
    const [{ file }] = await this.sql('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    await until(ARCHIVED_MS, `${file} is not archived`, async () => {
      const [{ done }] = await this.sql('SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver', [
        file,
      ]);
      return done;
    });
  }

  /** Starts a server on a backup, which recovers to the instant. */
  async recover(folder, instant) {
    const { startEmbeddedPostgres } = this.built('platform/embedded-postgres/embedded-postgres.js');
    const settings = {
      restore_command: `cp ${this.archive}/%f %p`,
      recovery_target_time: instant,
      recovery_target_action: 'promote',
      archive_mode: 'off',
      max_connections: '400',
    };
    const postgres = await startEmbeddedPostgres({ dataDir: folder, use: 'command', settings });
    const { url } = postgres;
    await until(RECOVERY_MS, `the restore does not end: ${logOf(folder)}`, async () => {
      const [row] = await query(url, 'SELECT pg_is_in_recovery() AS recovers').catch(() => []);
      return row?.recovers === false;
    });
    return { postgres, url };
  }
}

const logOf = (folder) => readFileSync(join(folder, 'postgres.log'), 'utf8').slice(-500);

/** @throws Error(message) after `timeoutMs` */
async function until(timeoutMs, message, isDone) {
  for (const end = Date.now() + timeoutMs; !(await isDone());) {
    if (Date.now() > end) throw new Error(message);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Rows of a server's database. */
export async function query(url, text) {
  const session = new Client({ connectionString: url });
  session.on('error', () => undefined);
  await session.connect();
  try {
    return (await session.query(text)).rows;
  } finally {
    await session.end();
  }
}
