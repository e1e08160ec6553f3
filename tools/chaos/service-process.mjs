import { join } from 'node:path';
import { READY } from '../lib/service-driver.mjs';

const RESTART_MS = 300;

/** One process of the service, started again whenever it ends, as an operator's supervisor does. */
export class ServiceProcess {
  starts = 0;
  /**
   * Ends that nobody ordered of a process that had been ready.
   * @type {string[]}
   */
  diedByItself = [];
  /** @type {import('../lib/program.mjs').Program | undefined} */
  #program;
  /**
   * Where the running process serves; null while it starts.
   * @type {string | null}
   */
  #origin = null;
  #ordered = false;
  #kept = true;

  /**
   * @param {import('./chaos-driver.mjs').ChaosDriver} driver
   * @param {string} name
   * @param {NodeJS.ProcessEnv} environment
   */
  constructor(driver, name, environment) {
    this.driver = driver;
    this.name = name;
    /** @type {NodeJS.ProcessEnv} */
    this.environment = { ...environment, DATA_DIR: join(driver.folder, name) };
  }

  get logFile() {
    return join(this.driver.folder, `${this.name}.log`);
  }

  get running() {
    return this.#program?.running === true;
  }

  get pid() {
    return this.#program?.pid;
  }

  start() {
    this.#kept = true;
    this.#launch();
    return this;
  }

  /** Resolves with the address once the running process serves, whichever start it is. */
  async ready(timeoutMs = 60_000) {
    const until = Date.now() + timeoutMs;
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
    this.#program?.kill('SIGSTOP');
  }

  goOn() {
    this.#program?.kill('SIGCONT');
  }

  /** SIGTERM; resolves with the exit code and how long it took. Then it is started again. */
  async drain() {
    const begin = performance.now();
    const program = this.#program;
    this.#signal('SIGTERM');
    const code = await program?.ended;
    return { code, ms: performance.now() - begin };
  }

  /** Ends it for good. */
  async end() {
    this.#kept = false;
    if (!this.running) return;
    const program = this.#program;
    this.#signal('SIGKILL');
    await program?.ended;
  }

  #signal(signal) {
    this.#ordered = true;
    this.#program?.kill(signal);
  }

  #launch() {
    this.starts += 1;
    this.#ordered = false;
    this.#origin = null;
    const program = this.driver.run([...this.driver.preload, join(this.driver.dist, 'src', 'main.js')], {
      cwd: this.driver.folder,
      env: this.environment,
      stderr: 'pipe',
      log: this.logFile,
    });
    this.#program = program;
    let ready = false;
    program.said(READY, Infinity).then(
      (origin) => {
        ready = true;
        this.#origin = origin;
      },
      () => undefined,
    );
    void program.ended.then((exit) => {
      // A start that finds no database ends with a line that says so: the next start is the supervisor's.
      if (ready && !this.#ordered) this.diedByItself.push(`${this.name}: ${exit}`);
      if (this.#kept) setTimeout(() => this.#kept && this.#launch(), RESTART_MS);
    });
  }
}
