import { addBacklog } from '../backlog.mjs';
import { addHistory } from '../history.mjs';
import { spread } from '../load.mjs';
import { callBody, measure, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';
import { callsPerSecond } from './dispatch.mjs';

const FEW = 10_000;

/**
 * What a POST, a GET and a dispatch cost in CPU while the table of calls grows, each beside a database that stays at
 * 10,000 calls and is measured in turn with it: a shared machine's speed drifts within the minutes that a history takes.
 */
export default {
  name: 'history',
  work: 'Cost as history grows: POST, GET, dispatch',
  against: 'at 10,000 calls, in turn',
  goal: '≤ 1.3 ×',
  reached: ({ worst }) => worst <= 1.3,
  guard: ({ worst }) => 1 / worst,
  async run({ quick }) {
    const seconds = quick ? 1 : 3;
    const rounds = quick ? 1 : 5;
    const sizes = quick ? [FEW, 50_000] : [FEW, 100_000, 1_000_000, 5_000_000];
    const small = await Site.start();
    try {
      const large = await Site.start();
      try {
        await small.grow(FEW);
        const runs = [];
        for (const size of sizes) {
          await large.grow(size);
          const run = { calls: size };
          await Promise.all([small.serve(), large.serve()]);
          for (const work of ['post', 'get']) {
            for (const site of [small, large]) await site.cost(work, seconds);
            run[work] = await inTurn(rounds, small, large, (site) => site.cost(work, seconds));
          }
          await Promise.all([small.rest(), large.rest()]);
          run.dispatch = await inTurn(quick ? 1 : 3, small, large, (site) => site.dispatch(2 * seconds));
          runs.push(run);
        }
        const ratios = runs.flatMap(({ post, get, dispatch }) => [post.ratio, get.ratio, dispatch.ratio]);
        return { worst: Math.max(...ratios), runs };
      } finally {
        await large.stop();
      }
    } finally {
      await small.stop();
    }
  },
};

/** Medians of rounds: CPU milliseconds of the small site and of the large one, and the ratio of a round's two. */
async function inTurn(rounds, small, large, cost) {
  const all = [];
  for (let at = 0; at < rounds; at++) {
    // Who goes first has what the other left behind.
    const [first, second] = at % 2 === 0 ? [small, large] : [large, small];
    const costs = new Map([[first, await cost(first)]]);
    costs.set(second, await cost(second));
    const [smallMs, largeMs] = [costs.get(small), costs.get(large)];
    all.push({ smallMs, largeMs, ratio: round(largeMs / smallMs) });
  }
  const median = (name) => spread(all.map((one) => one[name])).median;
  return { smallMs: median('smallMs'), largeMs: median('largeMs'), ratio: median('ratio') };
}

/** A service on a database of its own, whose history is what `grow` made of it: the rest is deleted again. */
class Site {
  #there = 0;
  server;
  #sent = 0;
  #queued = 0;

  static async start() {
    const driver = await BenchDriver.start();
    const settings = { dailyPerNumber: 1_000_000, recallGapSeconds: 0 };
    const account = await driver.account({ keys: 400, lines: 200, ...settings });
    return new Site(driver, account, await driver.account({ keys: 200, lines: 0 }));
  }

  constructor(driver, account, poster) {
    this.driver = driver;
    this.account = account;
    const [postKey, getKey] = [BenchDriver.keysInTurn(poster.keys), BenchDriver.keysInTurn(account.keys)];
    this.requests = {
      post: () => ({
        path: '/v1/calls',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': postKey() },
        body: JSON.stringify(callBody(poster.agentId, this.#sent++)),
      }),
      get: () => ({
        path: `/v1/calls/call_0${String(Math.floor(Math.random() * this.#there)).padStart(24, '0')}`,
        method: 'GET',
        headers: { 'x-api-key': getKey() },
      }),
    };
  }

  async grow(size) {
    await addHistory(this.driver, this.account, size - this.#there, this.#there);
    this.#there = size;
    await this.driver.settle();
  }

  async serve() {
    this.server = await this.driver.service({ ROLE: 'api' });
  }

  async rest() {
    await this.server.stop();
    await this.#forget();
  }

  async cost(work, seconds) {
    const load = { connections: 8, seconds, request: this.requests[work] };
    return cpuMs(await measure(this.driver, this.server, load));
  }

  async dispatch(seconds) {
    await addBacklog(this.driver, [this.account], 4_000 * seconds, this.#queued);
    this.#queued += 4_000 * seconds;
    await this.driver.settle();
    const figures = await callsPerSecond(this.driver, 1, seconds);
    await this.#forget();
    return cpuMs(figures);
  }

  async #forget() {
    // Calls that a worker left under way hold a line: the next worker ends them.
    await this.driver.sql(
      `DELETE FROM calls WHERE id NOT LIKE 'call\\_0%' AND (status = 'queued' OR finished_at IS NOT NULL)`,
    );
    await this.driver.settle();
  }

  stop() {
    return this.driver.stop();
  }
}

const cpuMs = ({ nodeCpuMs, postgresCpuMs }) => round(nodeCpuMs + postgresCpuMs);
