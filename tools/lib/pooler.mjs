import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { TransactionPooler } from '../../test/fakes/database/transaction-pooler.mjs';
import { freePort } from './free-port.mjs';

const version = /^PgBouncer (\d+)\.(\d+)/u.exec(
  spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);
const hasPgBouncer = version !== null;
/** From 1.21 on it passes prepared statements. */
const passesPrepared = version !== null && Number(version[1]) * 1_000 + Number(version[2]) >= 1_021;

/** PgBouncer in transaction mode where it is installed (Debian: apt-get install pgbouncer), else its stand-in. */
export class Pooler {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  /** @type {TransactionPooler | undefined} */
  #standIn;
  #port = 0;

  /**
   * @param {string} target URL of the server
   * @param {string} folder
   */
  constructor(target, folder) {
    this.target = target;
    this.folder = join(folder, 'pooler');
  }

  get name() {
    return version?.[0] ?? 'the stand-in of a pooler';
  }

  /** Whether DATABASE_PREPARE=on works. */
  get passesPrepared() {
    return passesPrepared;
  }

  /** Resolves with the URL to use instead of the target's. */
  async start() {
    if (!hasPgBouncer) {
      this.#standIn = new TransactionPooler(this.target, { size: 20 });
      return this.#standIn.start();
    }
    this.#port = await freePort();
    this.#configure();
    await this.#run();
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  /** kill -9, and a new one at the same address; the stand-in breaks its connections. */
  async restart() {
    if (!this.#process) {
      this.#standIn?.breakConnections();
      return;
    }
    await this.#kill();
    await this.#run();
  }

  async stop() {
    await this.#standIn?.stop();
    await this.#kill();
  }

  #configure() {
    const { hostname, port, username, password, pathname } = new URL(this.target);
    mkdirSync(this.folder, { recursive: true });
    chmodSync(this.folder, 0o755);
    const users = join(this.folder, 'users.txt');
    writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o644 });
    const database = pathname.slice(1);
    const lines = [
      '[databases]',
      `${database} = host=${hostname} port=${port} dbname=${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.#port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'max_client_conn = 3000',
      'default_pool_size = 20',
      'query_wait_timeout = 5',
      ...(passesPrepared ? ['max_prepared_statements = 500'] : []),
      'log_connections = 0',
      'log_disconnections = 0',
    ];
    writeFileSync(join(this.folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`, { mode: 0o644 });
  }

  async #run() {
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    this.#process = spawn('pgbouncer', ['-q', ...user, join(this.folder, 'pgbouncer.ini')], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    for (let tries = 0; ; tries++) {
      if (await answers(this.#port)) return;
      if (tries > 100) throw new Error('PgBouncer does not start');
      await new Promise((next) => setTimeout(next, 50));
    }
  }

  async #kill() {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
