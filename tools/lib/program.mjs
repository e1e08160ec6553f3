import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** More than any start says; of a program that goes on talking the end is kept. */
const KEPT_CHARACTERS = 100_000;
const END_WITHIN_MS = 30_000;

/** A Node program in a separate process. */
export class Program {
  /** What it said on standard output, and on standard error where that is piped, too. */
  output = '';
  /** The exit code or the signal that ended the program; null while it runs. @type {number | string | null} */
  exit = null;
  /**
   * Resolves with `exit`.
   * @type {Promise<number | string | null>}
   */
  ended;
  startedAt = performance.now();
  #child;
  #listeners = new Set();

  /**
   * @param {string[]} args of Node: the script, its arguments
   * @param {object} options
   * @param {NodeJS.ProcessEnv} options.env
   * @param {string} [options.cwd]
   * @param {'inherit' | 'pipe'} [options.stderr]
   * @param {string} [options.log] a file to which its output is appended
   */
  constructor(args, { env, cwd, stderr = 'inherit', log }) {
    const copy = log === undefined ? null : createWriteStream(log, { flags: 'a' });
    this.#child = spawn(process.execPath, args, { env, cwd, stdio: ['ignore', 'pipe', stderr] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (copy) stream?.pipe(copy, { end: false });
      stream?.on('data', (chunk) => {
        this.output += chunk;
        if (this.output.length > 2 * KEPT_CHARACTERS) this.output = this.output.slice(-KEPT_CHARACTERS);
        this.#tell();
      });
    }
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.exit = code ?? signal;
        copy?.end();
        this.#tell();
        resolve(this.exit);
      });
    });
  }

  get pid() {
    return this.#child.pid;
  }

  get running() {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Resolves with the first group of what it says; rejects when it ends without saying so, or takes too long.
   * @param {RegExp} words
   * @returns {Promise<string>}
   */
  said(words, timeoutMs = 120_000) {
    return new Promise((resolve, reject) => {
      const over = (settle) => {
        clearTimeout(timer);
        this.#listeners.delete(look);
        settle();
      };
      const look = () => {
        const found = words.exec(this.output)?.[1];
        if (found !== undefined) over(() => resolve(found));
        else if (this.exit !== null) over(() => reject(this.#failure(`ended with ${this.exit}`)));
      };
      const giveUp = () => over(() => reject(this.#failure('took too long')));
      const timer = timeoutMs === Infinity ? undefined : setTimeout(giveUp, timeoutMs);
      this.#listeners.add(look);
      look();
    });
  }

  /** @param {NodeJS.Signals} signal */
  kill(signal) {
    this.#child.kill(signal);
  }

  /**
   * Asks it to end, and kills it when it does not; resolves with its exit code or signal.
   * @param {NodeJS.Signals} signal
   */
  async stop(signal = 'SIGTERM') {
    const timeout = setTimeout(() => this.kill('SIGKILL'), END_WITHIN_MS);
    if (this.running) this.kill(signal);
    const exit = await this.ended;
    clearTimeout(timeout);
    return exit;
  }

  #tell() {
    for (const look of this.#listeners) look();
  }

  #failure(what) {
    return new Error(`${this.#child.spawnargs.slice(1).join(' ')} ${what}: ${this.output.slice(-2_000)}`);
  }
}
