import { Client } from './client.mjs';
import { Provider } from '../lib/provider.mjs';
import { Random } from '../lib/random.mjs';
import {
  addAccount,
  addTrunk,
  allFinal,
  check,
  checkCalls,
  pause,
  queueCalls,
  queueHumanCalls,
  until,
} from './real-calls.mjs';

/** AI calls that live when misfortune strikes: half of them talk, half of them ring. Human calls come to them. */
const LIVE = 50;
/** The far ends of a dead process hear BYE or CANCEL within this time. */
const HUNG_UP_WITHIN_MS = 20_000;
const OUTAGE_MS = 10_000;

/** What happens in each round, in turn. `lateMs`: so much longer may the hang-ups take. */
const MISFORTUNES = [
  {
    name: 'kill -9, and the next start takes over',
    lateMs: 0,
    strike: async (driver) => {
      await killOne(driver);
      await driver.addMedia();
    },
  },
  {
    name: 'kill -9, and a second process takes over',
    lateMs: 0,
    before: (driver) => driver.addMedia(),
    strike: killOne,
  },
  {
    name: 'kill -9 while the database is away for 10 s',
    lateMs: OUTAGE_MS + 5_000,
    before: (driver) => driver.addMedia(),
    strike: async (driver) => {
      driver.proxy.goAway();
      await killOne(driver);
      await pause(OUTAGE_MS);
      driver.proxy.restore();
    },
  },
];

/** Kills media processes under live calls; checks that the far ends are hung up, and each call ends once. */
export async function media(driver, { seed, rounds, say }) {
  const provider = await Provider.open(driver.dist, (call, seen, own) => {
    if (own.calls.length % 2 === 0) own.answer(call, seen);
    else own.ring(call);
  });
  const client = new Client(() => driver.origins, new Random(seed));
  const trunk = await addTrunk(driver, provider, { channels: 200, cps: 100 });
  const plan = { name: 'real', lines: 2 * LIVE, calls: rounds * 2 * LIVE };
  const account = await addAccount(driver, client, trunk, plan);
  await driver.addMedia();

  const late = [];
  const counts = {};
  for (let round = 0; round < rounds; round++) {
    const { name, before, strike, lateMs } = MISFORTUNES[round % MISFORTUNES.length];
    counts[name] = (counts[name] ?? 0) + 1;
    const first = provider.calls.length;
    // First, for each of them needs two channels; every second counsellor answers, and the contact is rung, too.
    const humans = await queueHumanCalls(client, account, round * LIVE);
    await queueCalls(client, account, LIVE, round * LIVE);
    await until(() => provider.calls.length - first >= LIVE + humans);
    await pause(1_500);
    await before?.(driver);
    const struckAt = Date.now();
    await strike(driver);
    const mine = provider.calls.slice(first);
    await until(() => mine.every(({ endedAt }) => endedAt !== null));
    for (const { reference, endedAt } of mine) {
      const ms = (endedAt ?? Infinity) - struckAt;
      if (ms > HUNG_UP_WITHIN_MS + lateMs)
        late.push(`${reference}: ${Math.round(ms / 100) / 10} s (${name})`);
    }
    await allFinal(driver);
    say(
      `round ${round + 1}: ${name}; ${mine.length} calls, the last one hung up after ${lastOf(mine, struckAt)} s`,
    );
    // One process for the next round.
    while (driver.media.length > 1) await driver.media.pop().stop('SIGKILL');
  }
  return {
    facts: { calls: provider.calls.length },
    faults: counts,
    checks: [
      check('far ends are hung up in time', provider.calls.length, late),
      ...(await checkCalls(driver, provider, { statuses: ['completed', 'failed'], mostDials: 1 })),
    ],
  };
}

async function killOne(driver) {
  const [dead] = driver.media.splice(0, 1);
  await dead.stop('SIGKILL');
}

const lastOf = (calls, since) =>
  (Math.max(...calls.map(({ endedAt }) => (endedAt ?? Infinity) - since)) / 1_000).toFixed(1);
