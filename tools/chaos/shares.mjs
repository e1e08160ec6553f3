import { Client } from './client.mjs';
import { Provider } from '../lib/provider.mjs';
import { Random } from '../lib/random.mjs';
import {
  addAccount,
  addTrunk,
  allFinal,
  check,
  checkCalls,
  mostInASecond,
  queueCalls,
} from './real-calls.mjs';

const CHANNELS = 10;
const CPS = 5;
const BUSY = 0.2;
/** As long as people talk here; with the rate they need about as many channels as there are. */
const [LEAST_MS, MOST_MS] = [1_000, 3_500];
/** Calls in a row, of which each of two accounts that wait has its half. */
const WINDOW = 100;
const FAIR = [0.45, 0.55];
const LOOK_MS = 10_000;

/**
 * Two processes that hold real calls, and two accounts with `calls` waiting calls together on one trunk: no more channels
 * and calls a second than it has, both measured at the far end, and to each account its half.
 */
export async function shares(driver, { seed, calls, say }) {
  const random = new Random(seed);
  const provider = await Provider.open(driver.dist, (call, seen, own) => {
    if (random.chance(BUSY)) own.refuse(call, seen, 486);
    else own.answer(call, seen, random.between(LEAST_MS, MOST_MS));
  });
  const client = new Client(() => driver.origins, random);
  const trunk = await addTrunk(driver, provider, { channels: CHANNELS, cps: CPS, enabled: 'no' });
  const each = Math.ceil(calls / 2);
  const accounts = [];
  for (const name of ['one', 'two']) {
    accounts.push(
      await addAccount(driver, client, trunk, { name, lines: 40 + accounts.length, calls: each }),
    );
  }
  await Promise.all(accounts.map((account, at) => queueCalls(client, account, each, at * each)));
  await driver.addMedia();
  await driver.addMedia();
  say(`${2 * each} calls wait`);
  await driver.cli('trunk', 'set', '--trunk', trunk.id, '--enabled', 'yes');
  const beganAt = Date.now();
  const longestMs = (4 * each * 1_000) / CPS + 60_000;
  while (!(await allFinal(driver, LOOK_MS)) && Date.now() - beganAt < longestMs) {
    say(`${provider.calls.length} were dialed, at most ${provider.mostActive} at once`);
  }
  return {
    facts: {
      calls: provider.calls.length,
      'seconds of dialing': secondsOf(provider.calls),
      'at once': provider.mostActive,
      'in a second': mostInASecond(provider.calls),
    },
    checks: [
      ...checkLimits(provider),
      ...(await checkShares(driver, provider, accounts)),
      ...(await checkProcesses(driver)),
      ...(await checkCalls(driver, provider, { statuses: ['completed', 'busy'], mostDials: 1 })),
    ],
  };
}

function checkLimits({ calls, mostActive }) {
  const most = mostInASecond(calls);
  return [
    check(
      `at no instant more than ${CHANNELS} calls`,
      calls.length,
      mostActive > CHANNELS ? [mostActive] : [],
    ),
    check(`all ${CHANNELS} channels were used`, calls.length, mostActive < CHANNELS ? [mostActive] : []),
    check(`in no second more than ${CPS} first INVITEs`, calls.length, most > CPS ? [most] : []),
  ];
}

/** In each stretch in which both have calls left, which is all but the last one. */
async function checkShares(driver, { calls }, accounts) {
  const rows = await driver.sql('SELECT id FROM calls WHERE account_id = $1', [accounts[0].id]);
  const own = new Set(rows.map(({ id }) => id));
  const isOwn = calls.map(({ reference }) => own.has(reference.split('.')[0]));
  const stretch = Math.min(WINDOW, Math.floor(calls.length / 2));
  const parts = [];
  for (let from = 0; from + 2 * stretch <= calls.length; from += stretch) {
    parts.push({ from, share: isOwn.slice(from, from + stretch).filter(Boolean).length / stretch });
  }
  const failures = parts
    .filter(({ share }) => share < FAIR[0] || share > FAIR[1])
    .map(({ from, share }) => `${share} of the ${stretch} calls from ${from + 1} on`);
  return [
    check(`each account has its half of ${stretch} calls in a row, within 10 %`, parts.length, failures),
  ];
}

/** One process alone would show nothing: who dialed stands in the Via of the INVITE. */
async function checkProcesses(driver) {
  const rows = await driver.sql(
    `SELECT sip_invite->>'sentBy' AS process, count(*)::int AS dials FROM legs GROUP BY 1`,
  );
  return [
    check(
      `both processes dialed (${rows.map(({ dials }) => dials).join(' and ')})`,
      2,
      rows.length === 2 ? [] : rows.map((row) => JSON.stringify(row)),
    ),
  ];
}

const secondsOf = (calls) => Math.round((calls.at(-1).at - calls[0].at) / 1_000);
