import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('twilio-process.mjs', import.meta.url));
const ACCOUNT_SID = `AC${'0'.repeat(32)}`;
const AUTH_TOKEN = 'the-auth-token-of-the-tools';

/** A fake of Twilio in a process of its own (twilio-process.mjs). */
export class TwilioNetwork {
  /** @type {{reference: string, called: string, at: number, endedAt: number | null, status: string, isHuman: boolean, downloads: number}[]} */
  calls = [];
  url = '';
  #child;

  static async open() {
    const network = new TwilioNetwork();
    network.#child = fork(PROCESS);
    const [{ url }] = await once(network.#child, 'message');
    network.url = url;
    network.set({ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN });
    return network;
  }

  /** Options of `trunk add`. */
  get trunk() {
    return { kind: 'twilio', 'base-url': this.url, 'account-sid': ACCOUNT_SID, 'auth-token': AUTH_TOKEN };
  }

  /**
   * From now on it does so.
   * @param {Partial<import('./twilio-process.mjs').Settings>} settings
   */
  set(settings) {
    this.#child.send(settings);
  }

  /** Brings `calls` up to date. Each order is one, by the number that was to be rung: nobody else tells them apart. */
  async look() {
    this.#child.send('calls');
    const [{ calls }] = await once(this.#child, 'message');
    this.calls = calls.map(({ to, ...call }) => ({ ...call, reference: to, called: to }));
    return this.calls;
  }

  close() {
    this.#child.disconnect();
  }
}
