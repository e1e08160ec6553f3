import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Redis of the run's own that keeps nothing: what is killed is empty when it is back. */
export class Redis {
  #server;
  #kept = true;

  constructor(folder, port) {
    this.folder = folder;
    this.port = port;
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start() {
    this.#launch();
    for (let tries = 0; ; tries++) {
      try {
        await this.#say('PING');
        return this;
      } catch (error) {
        if (tries > 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  empty() {
    return this.#say('FLUSHALL');
  }

  /** kill -9; it is started again a moment later. */
  kill() {
    this.#server.kill('SIGKILL');
  }

  async stop() {
    this.#kept = false;
    this.#server.kill('SIGKILL');
  }

  #say(...words) {
    return run('redis-cli', ['-p', String(this.port), ...words], { timeout: 2_000 });
  }

  #launch() {
    const words = ['--port', String(this.port), '--save', '', '--appendonly', 'no', '--dir', this.folder];
    this.#server = spawn('redis-server', words, { stdio: 'ignore' });
    this.#server.once('close', () => {
      if (this.#kept) setTimeout(() => this.#kept && this.#launch(), 500);
    });
  }
}
