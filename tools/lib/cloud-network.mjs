import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FAKES } from '../../test/fakes/carriers/index.mjs';

const PROCESS = fileURLToPath(new URL('cloud-process.mjs', import.meta.url));

/** Kinds of cloud carriers. */
export const CLOUD_KINDS = Object.keys(FAKES);

/**
 * A fake of a cloud carrier in a process of its own (cloud-process.mjs).
 *
 * @typedef {object} SeenCall
 * @property {string} reference the number that was to be rung, or who called in: nobody else tells calls apart
 * @property {string} called
 * @property {number} at
 * @property {number | null} endedAt
 * @property {string} status
 * @property {boolean} isInbound
 * @property {string | null} contactStatus of a human call's second phone
 * @property {boolean} isTaken a call that came in: it was answered with an address for its audio
 * @property {boolean} isConnected its audio flows, or flowed
 * @property {number} downloads begun
 */
export class CloudNetwork {
  /** @type {SeenCall[]} */
  calls = [];
  /** Options of `trunk add`. */
  trunk = {};
  /** Whether a request ends a call there. */
  canHangUp = false;
  #child;

  /** @param {string} kind */
  static async open(kind) {
    const network = new CloudNetwork();
    network.#child = fork(PROCESS, [kind]);
    const [{ trunk, canHangUp }] = await once(network.#child, 'message');
    Object.assign(network, { trunk, canHangUp });
    return network;
  }

  /**
   * From now on it does so.
   * @param {Partial<import('./cloud-fakes.mjs').Settings>} settings
   */
  set(settings) {
    this.#child.send({ settings });
  }

  /**
   * Somebody calls in; what the carrier asks at the address decides.
   * @param {string} url the trunk's address for that
   * @param {string} to
   * @param {string} from
   */
  callIn(url, to, from) {
    this.#child.send({ callIn: { url, to, from } });
  }

  /** Brings `calls` up to date. */
  async look() {
    this.#child.send({ look: true });
    const [{ calls }] = await once(this.#child, 'message');
    this.calls = calls;
    return this.calls;
  }

  close() {
    this.#child.disconnect();
  }
}
