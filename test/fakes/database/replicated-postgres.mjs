import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { copyCluster } from './copy-cluster.mjs';

const require = createRequire(import.meta.url);
/** @type {typeof import('pg')} */
const { Client } = require('pg');

const SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '10',
  wal_keep_size: '512MB',
  max_connections: '300',
  hot_standby: 'on',
};
/** The name by which every primary knows its standby. */
const STANDBY = 'standby';
const PROMOTION_SECONDS = 20;

/**
 * A primary with its synchronous standby, of the embedded binaries: the standby is a copy made between pg_backup_start and
 * pg_backup_stop. Promotion is by hand, as by a manager.
 */
export class ReplicatedPostgres {
  /** @type {{url: string, stop(): Promise<void>} | undefined} */
  #primary;
  /** @type {{url: string, stop(): Promise<void>} | undefined} */
  #standby;
  #primaryFolder = 'server-1';
  #standbyFolder = '';
  #servers = 1;

  /**
   * @param {(options: any) => Promise<{url: string, stop(): Promise<void>}>} start startEmbeddedPostgres
   * @param {string} folder
   * @param {Record<string, string>} [settings]
   */
  constructor(start, folder, settings = {}) {
    this.launch = start;
    this.folder = folder;
    this.settings = { ...SETTINGS, ...settings };
  }

  get primaryUrl() {
    return this.#primary?.url ?? '';
  }

  get standbyUrl() {
    return this.#standby?.url ?? '';
  }

  /** Both hosts in one URL. */
  get url() {
    const [one, other] = [new URL(this.primaryUrl), new URL(this.standbyUrl)];
    return this.primaryUrl.replace(one.host, `${one.host},${other.host}`);
  }

  async start() {
    this.#primary = await this.#run(this.#primaryFolder, {});
    await this.addStandby();
  }

  /** Copies the primary, and resolves once its commits wait for the copy. */
  async addStandby() {
    this.#standbyFolder = `server-${++this.#servers}`;
    await this.#copy();
    await this.startStandby();
    await this.sql(this.primaryUrl, `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
    await this.sql(this.primaryUrl, 'SELECT pg_reload_conf()');
    await this.#waitForStandbys(1);
  }

  /** After a promotion: the standby is the primary, which waits for nobody yet; the old one is gone. */
  async rotate() {
    await this.#primary?.stop();
    rmSync(join(this.folder, this.#primaryFolder), { recursive: true, force: true, maxRetries: 20 });
    [this.#primary, this.#primaryFolder] = [this.#standby, this.#standbyFolder];
    this.#standby = undefined;
  }

  /** kill -9 of the whole server, as of its machine. */
  killPrimary() {
    process.kill(this.#pid(this.#primaryFolder), 'SIGKILL');
  }

  /** Resolves once the primary has no standby: the children of a killed server live on for a moment. */
  async killStandby() {
    process.kill(this.#pid(this.#standbyFolder), 'SIGKILL');
    await this.#waitForStandbys(0);
  }

  async startStandby() {
    this.#standby = await this.#run(this.#standbyFolder, { primary_conninfo: this.#conninfo() });
  }

  async promote() {
    await this.sql(this.standbyUrl, `SELECT pg_promote(true, ${PROMOTION_SECONDS})`);
  }

  /** @returns {Promise<any[]>} */
  async sql(url, text, values = []) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  async stop() {
    await this.#standby?.stop();
    await this.#primary?.stop();
  }

  #run(name, more) {
    return this.launch({
      dataDir: join(this.folder, name),
      use: 'command',
      settings: { ...this.settings, ...more },
    });
  }

  #conninfo() {
    const { hostname, port, username, password } = new URL(this.primaryUrl);
    return `host=${hostname} port=${port} user=${username} password=${password} application_name=${STANDBY}`;
  }

  async #copy() {
    const from = join(this.folder, this.#primaryFolder, 'postgres');
    const to = join(this.folder, this.#standbyFolder, 'postgres');
    const client = new Client({ connectionString: this.primaryUrl });
    await client.connect();
    try {
      await client.query(`SELECT pg_backup_start('${STANDBY}', true)`);
      copyCluster(from, to, /^(?:postmaster\.(?:pid|opts)|standby\.signal)$/u);
      const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
      writeFileSync(join(to, 'backup_label'), rows[0].labelfile);
      writeFileSync(join(to, 'standby.signal'), '');
    } finally {
      await client.end();
    }
  }

  #pid(name) {
    return parseInt(readFileSync(join(this.folder, name, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  }

  async #waitForStandbys(number) {
    for (let tries = 0; tries < 200; tries++) {
      const [{ found }] = await this.sql(
        this.primaryUrl,
        `SELECT count(*)::int AS found FROM pg_stat_replication WHERE sync_state = 'sync'`,
      );
      if (found === number) return;
      await new Promise((next) => setTimeout(next, 100));
    }
    throw new Error(`the primary has not ${number} synchronous standbys`);
  }
}
