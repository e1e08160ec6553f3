import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [OPEN_TUN, RELAY] = [here('open-tun.pl'), here('tun-relay.mjs')];
const SEED = '7';

/** Two network namespaces of this machine with a bad network between them; nothing else can be reached from there. */
export class BadNetwork {
  /** Where a service listens, for the other namespace. */
  static SERVICE = '10.213.7.1';
  static #BROWSER = '10.213.7.2';
  /** @type {import('node:child_process').ChildProcess | null} */
  #relay = null;
  /** Their names. */
  service;
  browser;

  /** @returns {string | null} why there can be none here */
  static missing() {
    if (process.getuid?.() !== 0) return 'network namespaces need root';
    const lacks = ['/dev/net/tun', '/usr/bin/perl'].find((path) => !existsSync(path));
    return lacks ? `there is no ${lacks}` : null;
  }

  /**
   * @param {{delayMs: number, loss: number}} network one way; a share of the packets
   * @throws where it is not allowed
   */
  static async open({ delayMs, loss }) {
    const network = new BadNetwork(`aics-bench-${process.pid}`);
    try {
      await network.#make(delayMs, loss);
      return network;
    } catch (error) {
      await network.close();
      throw error;
    }
  }

  constructor(name) {
    [this.service, this.browser] = [`${name}-s`, `${name}-b`];
  }

  async close() {
    if (this.#relay?.exitCode === null) {
      this.#relay.kill('SIGKILL');
      await once(this.#relay, 'exit');
    }
    for (const name of [this.service, this.browser])
      await run('ip', ['netns', 'del', name]).catch(() => null);
  }

  async #make(delayMs, loss) {
    for (const name of [this.service, this.browser]) {
      await run('ip', ['netns', 'add', name]);
      await run('ip', ['-n', name, 'link', 'set', 'lo', 'up']);
    }
    const within = (name, address) => ['netns', 'exec', name, 'perl', OPEN_TUN, 'aics0', address];
    const program = [process.execPath, RELAY, String(delayMs), String(loss), SEED];
    // The second opens its device and runs the relay, which has the files of both.
    const second = ['ip', ...within(this.browser, BadNetwork.#BROWSER), ...program];
    const relay = spawn('ip', [...within(this.service, BadNetwork.SERVICE), ...second], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#relay = relay;
    await Promise.race([
      once(relay.stdout, 'data'),
      once(relay, 'exit').then(([code]) => {
        throw new Error(`the relay between the namespaces ended with ${code}`);
      }),
    ]);
  }
}
