import { crash } from './crash.mjs';

const PROMOTED_AFTER_MS = 3_000;
/** Once the new primary takes writes. */
const API_WITHIN_MS = 2_000;
const DISPATCH_WITHIN_MS = 5_000;
const CALM_MS = 3_000;
const LOOKED_FOR_MS = 20_000;

/** The primary is killed and its synchronous standby promoted, under load, once in each round. */
export function failover(driver, options) {
  return crash(driver, { ...options, makeFaults: (of) => new Failovers(of, options.say) });
}

class Failovers {
  counts = {};
  lastKillAt = 0;
  #apiMs = [];
  #dialMs = [];

  constructor(driver, say) {
    this.driver = driver;
    this.say = say;
  }

  async round() {
    const { driver } = this;
    await pause(CALM_MS);
    this.lastKillAt = Date.now();
    await driver.failOver(PROMOTED_AFTER_MS);
    const beganAt = performance.now();
    const [api, dial] = await Promise.all([this.#untilServed(beganAt), this.#untilDialed()]);
    this.#apiMs.push(api);
    if (dial !== null) this.#dialMs.push(dial);
    this.counts.failovers = (this.counts.failovers ?? 0) + 1;
    this.say(
      `failover ${this.counts.failovers}: API after ${Math.round(api)} ms, ${dial === null ? 'nothing is due' : `a due call is dialed after ${Math.round(dial)} ms`}`,
    );
    await driver.database.rotate();
    await driver.database.addStandby();
  }

  over() {
    return Promise.resolve();
  }

  check = () => [
    within('the API is back within 2 s of the promotion', this.#apiMs, API_WITHIN_MS),
    within('a due call is dialed within 5 s', this.#dialMs, DISPATCH_WITHIN_MS),
  ];

  /** Every api process reads the new primary. */
  async #untilServed(beganAt) {
    await Promise.all(
      this.driver.origins.map(async (origin) => {
        for (;;) {
          const response = await fetch(`${origin}/health/ready`).catch(() => null);
          if (response?.status === 200) return;
          await pause(20);
        }
      }),
    );
    return performance.now() - beganAt;
  }

  /** From the first due call that the new primary shows to its first dial; null: none is due. */
  async #untilDialed() {
    const [{ at: promotedAt }] = await this.driver.sql('SELECT clock_timestamp() AS at');
    const look = async () => {
      const [row] = await this.driver.sql(
        `SELECT (SELECT count(*)::int FROM dials WHERE dialed_at >= $1) AS dialed,
           (SELECT count(*)::int FROM calls WHERE status = 'queued' AND due_at <= clock_timestamp()) AS due`,
        [promotedAt],
      );
      return row;
    };
    let dueAt = null;
    for (const begin = performance.now(); performance.now() - begin < LOOKED_FOR_MS;) {
      const { dialed, due } = await look();
      if (due > 0) dueAt ??= performance.now();
      if (dialed > 0) return dueAt === null ? 0 : performance.now() - dueAt;
      await pause(20);
    }
    return dueAt === null ? null : Infinity;
  }
}

function within(name, times, limitMs) {
  const sorted = [...times].sort((a, b) => a - b);
  const show = (ms) => Math.round(ms ?? 0);
  return {
    name: `${name} (median ${show(sorted[Math.floor(sorted.length / 2)])} ms, worst ${show(sorted.at(-1))} ms)`,
    count: times.length,
    failures: times.filter((ms) => ms > limitMs).map((ms) => `${show(ms)} ms`),
  };
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
