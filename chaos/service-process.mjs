import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const REMOTE_CARRIER = join(HERE, 'carrier', 'remote-carrier.cjs');
const RESTART_MS = 300;

/** One process of the service, started again whenever it ends, as an operator's supervisor does. */
export class ServiceProcess {
  starts = 0;
  /** Ends that nobody ordered of a process that had been ready. */
  diedByItself = [];
  #child;
  /** Where the running process serves; null while it starts. */
  #origin = null;
  #ordered = false;
  #kept = true;

  /** @param {{name: string, dist: string, folder: string, environment: Record<string, string>}} options */
  constructor({ name, dist, folder, environment }) {
    this.name = name;
    this.dist = dist;
    this.folder = folder;
    this.environment = environment;
  }

  get logFile() {
    return join(this.folder, `${this.name}.log`);
  }

  get running() {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  get pid() {
    return this.#child?.pid;
  }

  start() {
    this.#kept = true;
    this.#launch();
    return this;
  }

  /** Resolves with the address once the running process serves, whichever start it is. */
  async ready(patienceMs = 60_000) {
    const until = Date.now() + patienceMs;
    for (;;) {
      if (this.running && this.#origin !== null) return this.#origin;
      if (Date.now() > until) throw new Error(`${this.name} does not get ready: see ${this.logFile}`);
      await new Promise((wait) => setTimeout(wait, 100));
    }
  }

  kill9() {
    this.#signal('SIGKILL');
  }

  stop() {
    this.#child?.kill('SIGSTOP');
  }

  goOn() {
    this.#child?.kill('SIGCONT');
  }

  /** SIGTERM; resolves with the exit code and how long it took. It is started again unless `forGood`. */
  async drain({ forGood = false } = {}) {
    const begin = performance.now();
    const child = this.#child;
    this.#kept = !forGood;
    const ended = new Promise((resolve) => child.once('close', resolve));
    this.#signal('SIGTERM');
    const code = await ended;
    return { code, ms: performance.now() - begin };
  }

  /** Ends it for good. */
  async end() {
    this.#kept = false;
    if (!this.running) return;
    const child = this.#child;
    child.kill('SIGCONT');
    const ended = new Promise((resolve) => child.once('close', resolve));
    this.#signal('SIGKILL');
    await ended;
  }

  #signal(signal) {
    this.#ordered = true;
    this.#child?.kill(signal);
  }

  #launch() {
    this.starts += 1;
    this.#ordered = false;
    const log = openSync(this.logFile, 'a');
    const child = spawn(process.execPath, ['--require', REMOTE_CARRIER, join(this.dist, 'src', 'main.js')], {
      cwd: this.folder,
      env: { ...this.environment, DATA_DIR: join(this.folder, this.name) },
      stdio: ['ignore', 'pipe', log],
    });
    closeSync(log);
    this.#child = child;
    this.#origin = null;
    let ready = false;
    let output = '';
    child.stdout.on('data', (chunk) => {
      if (ready) return;
      output += chunk;
      const origin = /is ready \(\w+\) at (http:\S+)/.exec(output)?.[1];
      if (origin === undefined) return;
      ready = true;
      this.#origin = origin;
    });
    child.once('close', (code, signal) => {
      // A start that finds no database ends with a line that says so: the next start is the supervisor's.
      if (ready && !this.#ordered) this.diedByItself.push(`${this.name}: ${signal ?? code}`);
      if (this.#kept) setTimeout(() => this.#kept && this.#launch(), RESTART_MS);
    });
  }
}
