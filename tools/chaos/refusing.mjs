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
  pause,
  queueCalls,
} from './real-calls.mjs';

const CHANNELS = 20;
const CPS = 20;
const REFUSES_MS = 60_000;
const TALK_MS = 500;
/** After so many answers of "no capacity" within 10 s the trunk is failing; those under way then are refused, too. */
const OPENS_AFTER = 10;
const PROBE_EVERY_MS = 30_000;
const FAILING = 'The trunk is failing (503).';
/** A refusal, a probe that is refused, a probe or dial that is taken. */
const MOST_DIALS = 3;
/** The probe that finds it back, the dials at its rate, the talks, the readings. */
const longestMs = (calls) => PROBE_EVERY_MS + (2 * calls * 1_000) / CPS + 60_000;

/** A trunk that refuses everything (503) for a minute, under a backlog of `calls`: they wait, and go on when it is back. */
export async function refusing(driver, { seed, calls, say }) {
  let refuses = true;
  /** @type {import('../lib/provider.mjs').FarCall[]} */
  const refused = [];
  const provider = await Provider.open(driver.dist, (call, seen, own) => {
    if (refuses) {
      refused.push(seen);
      own.refuse(call, seen, 503);
    } else own.answer(call, seen, TALK_MS);
  });
  const client = new Client(() => driver.origins, new Random(seed));
  const trunk = await addTrunk(driver, provider, { channels: CHANNELS, cps: CPS, enabled: 'no' });
  const account = await addAccount(driver, client, trunk, { name: 'real', lines: 2 * CHANNELS, calls });
  await queueCalls(client, account, calls, 0);
  await driver.addMedia();
  await driver.cli('trunk', 'set', '--trunk', trunk.id, '--enabled', 'yes');
  say(`${calls} calls wait, and the trunk refuses`);
  await pause(REFUSES_MS / 2);
  const wrongReasons = await reasons(client, account);
  const open = await driver.sql(`SELECT count(*)::int AS waiting FROM calls WHERE status = 'queued'`);
  await pause(REFUSES_MS / 2);
  refuses = false;
  const backAt = Date.now();
  say(`it refused ${provider.calls.length}, and is back`);
  await allFinal(driver, longestMs(calls));
  const first = provider.calls.find((call) => !refused.includes(call));
  say(`the last call is final ${Math.round((Date.now() - backAt) / 1_000)} s later`);
  return {
    facts: {
      calls,
      refused: refused.length,
      'seconds until the probe found it back': secondsUntil(first, backAt),
    },
    checks: [
      check('they waited, and said why', calls, [
        ...(open[0].waiting === calls ? [] : [`${open[0].waiting} waited`]),
        ...wrongReasons,
      ]),
      ...checkBreaker(provider, refused, first, backAt),
      ...(await checkCalls(driver, provider, { statuses: ['completed'], mostDials: MOST_DIALS })),
    ],
  };
}

/** The waiting calls of the first page with another reason than the trunk or the time until they are due again. */
async function reasons(client, account) {
  const { body } = await client.send(account, 'GET', '/calls?status=queued&limit=100');
  return body.data
    .map(({ status_reason: reason }) => reason)
    .filter((reason) => reason !== FAILING && !reason?.startsWith('The carrier refused (503,'));
}

/** The breaker opens soon, sends one probe each 30 s, and the first that is answered closes it. */
function checkBreaker({ calls }, refused, first, backAt) {
  const opened = refused.filter(({ at }) => at - calls[0].at < PROBE_EVERY_MS / 2);
  const probes = refused.slice(opened.length);
  const most = mostInASecond(calls);
  const gaps = [opened.at(-1), ...probes].map(({ at }, n, all) => (n === 0 ? Infinity : at - all[n - 1].at));
  return [
    check(
      `the breaker opened after ${OPENS_AFTER} refusals and those under way`,
      opened.length,
      opened.length >= OPENS_AFTER && opened.length <= OPENS_AFTER + CHANNELS ? [] : [opened.length],
    ),
    check(
      'then one leg each 30 s was a probe',
      probes.length,
      gaps.filter((ms) => ms < PROBE_EVERY_MS - 100).map((ms) => `after ${ms} ms`),
    ),
    check(
      'the next probe found it back',
      1,
      first && first.at - backAt <= PROBE_EVERY_MS + 2_000 ? [] : [`${secondsUntil(first, backAt)} s`],
    ),
    check(`in no second more than ${CPS} first INVITEs`, calls.length, most > CPS ? [most] : []),
  ];
}

const secondsUntil = (call, sinceMs) => (call ? Math.round((call.at - sinceMs) / 1_000) : 'never');
