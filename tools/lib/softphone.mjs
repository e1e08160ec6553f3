import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BARE_ENVIRONMENT, ROOT } from './paths.mjs';

const MAIN = join(ROOT, 'examples', 'softphone', 'main.mjs');

/** The test softphone, which answers any number of calls, as a process of its own: docs/softphone.md. */
export class Softphone {
  /** What it said of its calls, in order. */
  events = [];
  /** Gets each event as it comes. @type {(event: any) => void} */
  onEvent = () => undefined;
  /** `HOST:PORT`, for --server. */
  address = '';
  #child;
  #ended;

  /**
   * Resolves once it can be called.
   * @param {...string} words its options
   */
  static async listening(...words) {
    const phone = new Softphone(words);
    phone.address = await new Promise((resolve, reject) => {
      void phone.#ended.then((code) => reject(new Error(`the softphone ended with ${code}`)));
      createInterface({ input: phone.#child.stdout }).on('line', (line) => {
        const event = JSON.parse(line);
        if (event.event === 'listening') resolve(event.address);
        else {
          phone.events.push(event);
          phone.onEvent(event);
        }
      });
    });
    return phone;
  }

  constructor(words) {
    this.#child = spawn(process.execPath, [MAIN, '--json', '--listen', '127.0.0.1:0', ...words], {
      env: BARE_ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve));
  }

  /** The events of one kind. */
  all(name) {
    return this.events.filter(({ event }) => event === name);
  }

  /** Waits until so many of its calls have ended since it began. @throws after so long */
  async hasEnded(calls, withinMs) {
    for (const end = performance.now() + withinMs; this.all('ended').length < calls;) {
      if (performance.now() > end)
        throw new Error(`${this.all('ended').length} of ${calls} calls ended within ${withinMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The recording of its n-th call, counted from 1, where `--record` named `path`. */
  static recordingOf(path, call) {
    return call === 1 ? path : path.replace(/(\.wav)?$/, `-${call}$1`);
  }

  /** Hangs up what goes on, and ends. */
  async stop() {
    this.#child.kill('SIGTERM');
    await this.#ended;
  }
}
