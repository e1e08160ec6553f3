import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A phone that a carrier dials for an answered call.
 *
 * @typedef {object} DialedScript
 * @property {string} [becomes]
 * @property {number} [ringMs]
 * @property {number | null} [hangUpAfterMs]
 */

/**
 * A phone for which the carrier dials another one during its call.
 *
 * @typedef {object} JoinedScript
 * @property {number | null} [leavesDialAfterMs] hangs up this time after the dial; null: the other side does
 */

/**
 * How the dialed phone ended; `stopped`: the first one hung up while it rang.
 *
 * @typedef {'talked' | 'stopped' | 'busy' | 'no-answer' | 'failed'} DialedEnd
 */

/** The first phone of a call. */
export class Line {
  /** Hangs up. */
  leave = () => {};
  /** @type {Promise<'gone'>} */
  gone = new Promise((resolve) => {
    this.leave = () => resolve('gone');
  });

  /** @returns {Promise<boolean>} whether the phone is still connected */
  async isThere() {
    return (await Promise.race([this.gone, sleep(0, 'there')])) === 'there';
  }
}

/**
 * Rings a phone and joins it to the first one, until one of them hangs up or the limit is reached.
 * @param {DialedScript} script
 * @param {Line} line of the first phone
 * @param {{readonly ringMs: number, readonly talkMs: number}} limits
 * @param {{readonly rings: () => void, readonly answered: () => void}} on
 * @returns {Promise<DialedEnd>}
 */
export async function joinPhone(script, line, limits, on) {
  const { becomes = 'answered', ringMs = 50, hangUpAfterMs = null } = script;
  on.rings();
  const rings = becomes === 'rings' ? limits.ringMs : ringMs;
  if ((await Promise.race([line.gone, pause(rings)])) === 'gone') return 'stopped';
  if (becomes === 'rings') return 'no-answer';
  if (becomes !== 'answered') return /** @type {DialedEnd} */ (becomes);
  on.answered();
  await Promise.race([line.gone, pause(Math.min(hangUpAfterMs ?? Infinity, limits.talkMs, 3_600_000))]);
  return 'talked';
}

/**
 * Hangs up a first phone as its script says, once another is dialed for it.
 * @param {{line: Line, script: DialedScript & JoinedScript}} call
 */
export function leaveDial({ line, script: { hangUpAfterMs = null, leavesDialAfterMs = hangUpAfterMs } }) {
  if (leavesDialAfterMs !== null) setTimeout(line.leave, leavesDialAfterMs).unref();
}

/** @param {number} ms */
function pause(ms) {
  return sleep(ms, 'passed', { ref: false });
}
