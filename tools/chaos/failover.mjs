import { crash } from './crash.mjs';

const PROMOTED_AFTER_MS = 3_000;
/** Once the new primary takes writes. */
const API_WITHIN_MS = 2_000;
const DISPATCH_WITHIN_MS = 5_000;
const CALM_MS = 3_000;

/** The primary is killed and its synchronous standby promoted, under load, once in each round. */
export function failover(stage, options) {
  return crash(stage, { ...options, makeFaults: (of) => new Failovers(of, options.say) });
}

class Failovers {
  counts = {};
  lastKillAt = 0;
  #apiMs = [];
  #dialMs = [];

  constructor(stage, say) {
    this.stage = stage;
    this.say = say;
  }

  async round() {
    const { stage } = this;
    await pause(CALM_MS);
    this.lastKillAt = Date.now();
    await stage.failOver(PROMOTED_AFTER_MS);
    const beganAt = performance.now();
    const [api, dial] = await Promise.all([this.#untilServed(beganAt), this.#untilDialed(beganAt)]);
    this.#apiMs.push(api);
    this.#dialMs.push(dial);
    this.counts.failovers = (this.counts.failovers ?? 0) + 1;
    this.say(
      `failover ${this.counts.failovers}: API after ${Math.round(api)} ms, a dial after ${Math.round(dial)} ms`,
    );
    await stage.database.rotate();
    await stage.database.addStandby();
  }

  over() {
    return Promise.resolve();
  }

  check = () => [
    within('the API is back within 2 s of the promotion', this.#apiMs, API_WITHIN_MS),
    within('calls are dialed within 5 s of it', this.#dialMs, DISPATCH_WITHIN_MS),
  ];

  /** Every api process reads the new primary. */
  async #untilServed(beganAt) {
    await Promise.all(
      this.stage.origins.map(async (origin) => {
        for (;;) {
          const response = await fetch(`${origin}/health/ready`).catch(() => null);
          if (response?.status === 200) return;
          await pause(20);
        }
      }),
    );
    return performance.now() - beganAt;
  }

  /** The first dial that the new primary stores. */
  async #untilDialed(beganAt) {
    const newest = () => this.stage.sql('SELECT max(dialed_at) AS at FROM dials');
    const [before] = await newest();
    for (;;) {
      const [row] = await newest().catch(() => [before]);
      if (row.at !== null && +row.at > +(before.at ?? 0)) return performance.now() - beganAt;
      if (performance.now() - beganAt > 60_000) return Infinity;
      await pause(20);
    }
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
