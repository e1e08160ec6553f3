import { crash } from './crash.mjs';

/** How long talks may go on; set by `settings`. */
const DRAIN_SECONDS = 3;
/** Added to it: the carrier's last reports, and the end of the process itself. */
const END_WITHIN_MS = DRAIN_SECONDS * 1_000 + 6_000;
/** A dial that was being decided when the signal came is still asked for; a busy machine takes its time. */
const LAST_DIAL_MS = 1_500;
/** A request sent at least this long before the signal must be accepted. */
const SENT_BEFORE_MS = 30;

/** The service's settings for this scenario. */
export const settings = { DRAIN_SECONDS: String(DRAIN_SECONDS) };

/** Each process in turn is asked to stop under load, `rounds` times in all: rolling restarts, one after the other. */
export function drain(driver, options) {
  return crash(driver, { ...options, makeFaults: () => new Drains(driver) });
}

class Drains {
  counts = {};
  lastKillAt = 0;
  #done = [];
  #next = 0;

  constructor(driver) {
    this.driver = driver;
  }

  /** One process: SIGTERM, its end, and its next start until it is ready. */
  async round() {
    const process = this.driver.processes[this.#next++ % this.driver.processes.length];
    this.counts[`SIGTERM ${process.environment.ROLE}`] =
      (this.counts[`SIGTERM ${process.environment.ROLE}`] ?? 0) + 1;
    const { pid } = process;
    const at = Date.now();
    const { code, ms } = await process.drain();
    this.#done.push({ process, pid, at, code, ms });
    await process.ready();
    this.lastKillAt = Date.now();
  }

  async over() {}

  /** What must hold of a drain, beside everything that must hold anyway. */
  check({ client, record }) {
    const each = (name, broken) => ({ name, count: this.#done.length, failures: this.#done.flatMap(broken) });
    return [
      each('it ended with 0, in time', ({ process, code, ms }) =>
        code === 0 && ms <= END_WITHIN_MS ? [] : [`${process.name}: ${code} after ${Math.round(ms)} ms`],
      ),
      each('no request that was accepted before the signal went without its answer', ({ process, at, ms }) =>
        client.lost
          .filter(({ origin }) => origin === `http://127.0.0.1:${process.environment.PORT}`)
          .filter(
            ({ beganAt, endedAt }) =>
              beganAt < at - SENT_BEFORE_MS && endedAt >= at && endedAt <= at + ms + 1_000,
          )
          .map(({ what, code }) => `${process.name}: ${what} ${code}`),
      ),
      each('no new dial after the signal', ({ process, pid, at }) =>
        record.legs
          .filter(({ worker, orders }) => worker === String(pid) && orders[0] > at + LAST_DIAL_MS)
          .map(({ reference, orders }) => `${process.name}: ${reference}, ${orders[0] - at} ms after it`),
      ),
    ];
  }
}
