import { makeAccount } from './accounts.mjs';
import { Client } from './client.mjs';
import { Random } from '../lib/random.mjs';

const AWAY_MS = 10_000;
const ANSWERED_WITHIN_MS = 2_000;
/** What a busy machine takes to start and to read a request. */
const SLACK_MS = 250;
const BACK_WITHIN_MS = 2_000;
const CLIENTS = 16;
const PLAN = { name: 'outage', lines: 0, credits: 1_000_000, carrier: 'simulator' };

/** How PostgreSQL can be away: it refuses, or it is there and silent; its network comes back, or it does. */
const WAYS = {
  refuses: { away: (driver) => driver.proxy.goAway(), back: (driver) => driver.proxy.restore() },
  'is silent': { away: (driver) => driver.proxy.pause(), back: (driver) => driver.proxy.restore() },
};

/** PostgreSQL away for 10 s under load, `rounds` times: what keyed requests are answered before, meanwhile and after. */
export async function outage(driver, { seed, rounds, say }) {
  const random = new Random(seed);
  const client = new Client(() => driver.origins, random);
  const account = await makeAccount(driver, client, null, PLAN, 40);
  const checks = [];
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(WAYS)) {
      checks.push(...(await once(driver, client, account, random, name, way)));
      say(`round ${round + 1}: it ${name}`);
    }
  }
  const count = driver.processes.length;
  checks.push({
    name: 'no process ended',
    count,
    failures: driver.processes.flatMap(({ diedByItself }) => diedByItself),
  });
  return { answers: Object.fromEntries(client.answers), checks };
}

async function once(driver, client, account, random, name, way) {
  const clients = new Clients(client, account, random);
  await pause(3_000);
  way.away(driver);
  const awayAt = performance.now();
  await pause(AWAY_MS);
  way.back(driver);
  const backAt = performance.now();
  await pause(6_000);
  return promises(name, await clients.stop(), awayAt, backAt);
}

/** Clients that send requests one after another until they are stopped. */
class Clients {
  #answers = [];
  #over = false;
  #running;

  constructor(client, account, random) {
    this.#running = Array.from({ length: CLIENTS }, () => this.#run(client, account, random));
  }

  /** Resolves with the answers of all. */
  async stop() {
    this.#over = true;
    await Promise.all(this.#running);
    return this.#answers;
  }

  async #run(client, account, random) {
    while (!this.#over) {
      const beganAt = performance.now();
      const path = random.pick(['/credits', '/agents', '/calls?limit=5']);
      const answer = random.chance(0.3)
        ? await client.once(account, 'POST', '/calls', call(account, random), {
            idempotencyKey: client.newKey(),
          })
        : await client.once(account, 'GET', path);
      this.#answers.push({ ...answer, code: answer.body?.error?.code, beganAt, endedAt: performance.now() });
      await pause(40);
    }
  }
}

function promises(name, seen, awayAt, backAt) {
  const during = seen.filter(
    ({ beganAt }) => beganAt > awayAt + 100 && beganAt < backAt - ANSWERED_WITHIN_MS,
  );
  const caught = seen.filter(({ beganAt, endedAt }) => beganAt <= awayAt + 100 && endedAt > awayAt);
  const after = seen.filter(({ beganAt }) => beganAt > backAt + BACK_WITHIN_MS);
  const text = ({ status, code, ms }) => `${status} ${code ?? ''} after ${Math.round(ms)} ms`;
  const check = (what, items, ok) => ({
    name: `PostgreSQL ${name}: ${what} (the slowest after ${longest(items)} ms)`,
    count: items.length,
    failures: items.filter((item) => !ok(item)).map(text),
  });
  return [
    check(
      'every request is 503 auth_unavailable within 2 s',
      during,
      (answer) =>
        answer.code === 'auth_unavailable' &&
        answer.status === 503 &&
        answer.ms <= ANSWERED_WITHIN_MS + SLACK_MS,
    ),
    check('one that was past the check: its answer, 500 or 503', caught, ({ status }) =>
      [200, 402, 500, 503].includes(status),
    ),
    check('never 401', seen, ({ status }) => status !== 401),
    check('back within 2 s', after, ({ status }) => status === 200 || status === 409),
  ];
}

function call(account, random) {
  const phone_number = `+9175${String(random.between(0, 9_999_999)).padStart(7, '0')}1`;
  return { agent_id: account.agentId, phone_number };
}

const longest = (items) => Math.round(Math.max(0, ...items.map(({ ms }) => ms)));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
