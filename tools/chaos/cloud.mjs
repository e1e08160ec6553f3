import { CALM } from '../lib/cloud-fakes.mjs';
import { CLOUD_KINDS, CloudNetwork } from '../lib/cloud-network.mjs';
import { Random } from '../lib/random.mjs';
import { VOICE } from '../lib/speech-server.mjs';
import { Client } from './client.mjs';
import { PHASES } from './cloud-phases.mjs';
import {
  addAccount,
  allFinal,
  check,
  checkCalls,
  pause,
  queueCalls,
  queueHumanCalls,
  until,
} from './real-calls.mjs';

/** AI calls of a round, and callers. */
const LIVE = 10;
/** What can be hung up is hung up within this time of the kill. */
const HUNG_UP_WITHIN_MS = 20_000;
const FINAL_WITHIN_MS = 150_000;
/** Numbers of a carrier's account begin here. */
const NUMBERS_OF_A_KIND = 10_000;

/**
 * Kills a media process in each phase of calls over cloud carriers; another goes on with what the row of each says. In every
 * second round, and with the next seed in the others, that one is only started after the kill.
 */
export async function cloud(driver, { seed, rounds, say, carrier }) {
  const kinds = carrier === undefined ? CLOUD_KINDS : [carrier];
  const sites = [];
  try {
    const client = new Client(() => driver.origins, new Random(seed));
    await driver.addMedia();
    for (const kind of kinds) sites.push(await addSite(driver, client, kind, rounds));
    const counts = {};
    const found = { late: [], wrongNumbers: [], wrongHumans: [] };
    for (const site of sites) {
      for (let round = 0; round < rounds; round++) {
        const phase = PHASES[round % PHASES.length];
        const isAlone = (round + seed) % 2 === 0;
        counts[phase.name] = (counts[phase.name] ?? 0) + 1;
        const struck = await strike(driver, client, site, phase, round, isAlone);
        const where = `${site.kind}, ${phase.name}${isAlone ? ', nobody else there' : ''}`;
        addFailures(found, struck, phase, site, where);
        const { mine, struckAt } = struck;
        say(`${where}: ${mine.length} calls, the last one over after ${seconds(lastOf(mine, struckAt))}`);
      }
    }
    for (const { network } of sites) await network.look();
    const calls = sites.flatMap(({ network }) => network.calls);
    // A counsellor is in one call after another.
    const asked = calls.filter(({ isInbound, called }) => !isInbound && /^\+919[78]/.test(called));
    return {
      facts: { calls: calls.length },
      faults: counts,
      checks: [
        check('what can be hung up is hung up in time', calls.length, found.late),
        check('as many calls at the carrier as were asked for', calls.length, found.wrongNumbers),
        check(
          'every call at the carrier is over',
          calls.length,
          calls.filter(({ endedAt }) => endedAt === null).map(({ reference }) => reference),
        ),
        check('each human call ends as its phase says', rounds, found.wrongHumans),
        await recorded(driver),
        ...(await checkCalls(
          driver,
          { calls: asked },
          { statuses: ['completed', 'failed', 'no_answer'], mostDials: 1 },
        )),
      ],
    };
  } finally {
    for (const { network } of sites) network.close();
  }
}

/** @type {(phase: import('./cloud-phases.mjs').Phase, site: {network: CloudNetwork}) => boolean} */
const isHungUp = ({ kind, isLeftToLimits }, { network }) =>
  kind !== 'human' && (network.canHangUp || !isLeftToLimits);

const seconds = (ms) => `${Math.round(ms / 100) / 10} s`;

const lastOf = (calls, since) => Math.max(0, ...calls.map(({ endedAt }) => (endedAt ?? Infinity) - since));

/** What a round broke. */
function addFailures(found, { struckAt, mine, wanted, humans }, phase, site, where) {
  if (mine.length !== wanted) found.wrongNumbers.push(`${where}: ${mine.length} instead of ${wanted}`);
  if (isHungUp(phase, site)) {
    for (const { reference, endedAt } of mine) {
      const ms = (endedAt ?? Infinity) - struckAt;
      if (ms > HUNG_UP_WITHIN_MS) found.late.push(`${reference}: ${seconds(ms)} (${where})`);
    }
  }
  const due = phase.humans?.[site.kind] ?? 'completed';
  for (const { id, status, reason } of humans)
    if (status !== due) found.wrongHumans.push(`${id} ${status} (${reason}): ${where}`);
}

/** Brings calls into the phase, kills the process that holds them, and waits until all is over. */
async function strike(driver, client, site, phase, round, isAlone) {
  const { network } = site;
  const { settings, kind, isReached, isAny = false } = phase;
  // Where no request ends a call, it ends with its stream.
  network.set({ ...CALM, ...settings, ...(!network.canHangUp && { lingerMs: 0 }) });
  const first = (await network.look()).length;
  const [before] = await driver.sql('SELECT now() AS at');
  const wanted = await begin(driver, client, site, kind, site.firstNumber + round * LIVE);
  const mine = () => network.calls.slice(first);
  const isThere = await until(async () => {
    await network.look();
    const reached = mine().filter(isReached).length;
    return reached >= (isAny ? 1 : wanted) && (isAny || mine().length >= wanted);
  }, FINAL_WITHIN_MS);
  if (!isThere) throw new Error(`of ${wanted} calls ${mine().filter(isReached).length} came so far`);
  // What the service was told a moment ago is stored.
  if (!isAny) await pause(300);
  if (!isAlone) await driver.addMedia();
  const [dead] = driver.media.splice(0, 1);
  const struckAt = Date.now();
  await dead.stop('SIGKILL');
  network.set({ answerMs: 0 });
  if (isAlone) await driver.addMedia();
  await allFinal(driver, FINAL_WITHIN_MS);
  await until(async () => {
    const [{ awaited }] = await driver.sql(
      `SELECT (SELECT count(*) FROM late_recordings)::int + (SELECT count(*) FROM legs WHERE hang_up_owed)::int AS awaited`,
    );
    await network.look();
    return awaited === 0 && mine().every(({ endedAt }) => endedAt !== null);
  }, FINAL_WITHIN_MS);
  const humans = await driver.sql(
    `SELECT id, status, status_reason AS reason FROM human_calls WHERE created_at >= $1`,
    [before.at],
  );
  return { struckAt, mine: mine(), wanted, humans };
}

/** Returns how many calls there are to be. */
async function begin(driver, client, { account, network, trunk, number }, kind, firstNumber) {
  if (kind === 'human') return queueHumanCalls(client, account, firstNumber);
  if (kind === 'ai') await queueCalls(client, account, LIVE, firstNumber);
  else {
    const [{ carrierOrigin }] = driver.media;
    const url = await inboundUrl(driver, trunk, carrierOrigin);
    for (let n = 0; n < LIVE; n++) network.callIn(url, number, `+9196${10_000_000 + firstNumber + n}`);
  }
  return LIVE;
}

/** The trunk's address for calls that come in, at one process, once that one has the trunk. */
async function inboundUrl(driver, trunk, origin) {
  let path = '';
  const isOpen = async () => {
    const { inbound_url, state } = await driver.cli('trunk', 'show', '--trunk', trunk.id);
    path = new URL(inbound_url ?? origin).pathname;
    return state.some((one) => one.media_origin === origin && one.state === 'up');
  };
  if (!(await until(isOpen))) throw new Error(`the process at ${origin} has not the trunk ${trunk.name}`);
  return `${origin}${path}`;
}

/** A carrier, a trunk to it, and an account whose calls go over it. */
async function addSite(driver, client, kind, rounds) {
  const network = await CloudNetwork.open(kind);
  const at = CLOUD_KINDS.indexOf(kind);
  const given = { ...network.trunk, name: kind, channels: 200, cps: 100, 'inbound-per-second': 1_000 };
  const words = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const trunk = await driver.cli('trunk', 'add', ...words);
  // A counsellor's number is of one account.
  const plan = { name: kind, lines: 2 * LIVE + at, calls: 2 * rounds * LIVE };
  const account = await addAccount(driver, client, trunk, plan);
  const agent = `/agents/${account.agentId}`;
  const { status } = await client.send(account, 'PATCH', agent, { ...VOICE, direction: 'both' });
  if (status !== 200) throw new Error(`PATCH ${agent}: ${status}`);
  const number = `+91224800100${at}`;
  const called = ['--account', account.id, '--phone', number, '--trunk', trunk.id];
  await driver.cli('number', 'add', ...called, '--agent', account.agentId, '--outbound', 'no');
  return { kind, network, trunk, account, number, firstNumber: at * NUMBERS_OF_A_KIND };
}

async function recorded(driver) {
  const humans = await driver.sql(
    `SELECT id, recording, status_reason AS reason FROM human_calls WHERE status = 'completed' ORDER BY id`,
  );
  return check(
    'each human call that completed has its recording',
    humans.length,
    humans
      .filter(({ recording }) => recording !== 'stored')
      .map(({ id, recording, reason }) => `${id} ${recording} (${reason})`),
  );
}
