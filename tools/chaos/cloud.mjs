import { Random } from '../lib/random.mjs';
import { TwilioNetwork } from '../lib/twilio-network.mjs';
import { Client } from './client.mjs';
import {
  addAccount,
  allFinal,
  check,
  checkCalls,
  queueCalls,
  queueHumanCalls,
  until,
} from './real-calls.mjs';

/** AI calls of a round. */
const LIVE = 10;
/** What is to be hung up is hung up within this time: 20 s until another process takes over, and a request each. */
const HUNG_UP_WITHIN_MS = 30_000;
const FINAL_WITHIN_MS = 120_000;
/** Nothing is late, and who is rung answers. */
const CALM = { answerMs: 0, phones: 'talking', talkMs: 1_000, dripMs: 0 };

/** Where the kill comes, in turn. `reached`: whether the calls of the round are there. */
const PHASES = [
  {
    name: 'asked for, and not answered',
    // Less than the ten seconds after which it is looked for, more than a start takes.
    settings: { answerMs: 9_500, phones: 'ringing' },
    reached: () => true,
  },
  {
    name: 'ringing',
    settings: { phones: 'ringing' },
    reached: ({ status }) => status === 'ringing',
  },
  {
    name: 'talking',
    settings: { phones: 'talking' },
    reached: ({ status }) => status === 'in-progress',
  },
  {
    name: 'two people joined by the carrier',
    isHuman: true,
    settings: { talkMs: 30_000 },
    reached: ({ status }) => status === 'in-progress',
  },
  {
    name: 'a recording being fetched',
    isHuman: true,
    settings: { dripMs: 5_000 },
    reached: ({ status }) => status === 'completed',
    then: (calls) => calls.some(({ downloads }) => downloads > 0),
  },
];

/** @type {(calls: readonly object[]) => boolean} */
const everybody = () => true;

/** Kills a media process in each phase of calls over a cloud carrier; another goes on with what the row of each says. */
export async function cloud(stage, { seed, rounds, say }) {
  const network = await TwilioNetwork.open();
  try {
    const client = new Client(() => stage.origins, new Random(seed));
    const trunk = await addCloudTrunk(stage, network);
    const plan = { name: 'cloud', lines: 2 * LIVE, calls: rounds * LIVE };
    const account = await addAccount(stage, client, trunk, plan);
    await stage.addMedia();
    const late = [];
    const counts = {};
    for (let round = 0; round < rounds; round++) {
      const phase = PHASES[round % PHASES.length];
      counts[phase.name] = (counts[phase.name] ?? 0) + 1;
      const { struckAt, mine } = await strike(stage, network, phase, async () => {
        if (phase.isHuman) return queueHumanCalls(client, account, round * LIVE);
        await queueCalls(client, account, LIVE, round * LIVE);
        return LIVE;
      });
      const looked = new Set(mine.map(({ reference }) => reference));
      for (const { reference, endedAt } of network.calls) {
        if (phase.isHuman || !looked.has(reference)) continue;
        const ms = (endedAt ?? Infinity) - struckAt;
        if (ms > HUNG_UP_WITHIN_MS) late.push(`${reference}: ${Math.round(ms / 1_000)} s (${phase.name})`);
      }
      say(`round ${round + 1}: ${phase.name}; ${mine.length} calls`);
    }
    await network.look();
    return {
      facts: { calls: network.calls.length },
      faults: counts,
      checks: [
        check('far ends are hung up in time', network.calls.length, late),
        check(
          'every call at the carrier is over',
          network.calls.length,
          network.calls.filter(({ endedAt }) => endedAt === null).map(({ reference }) => reference),
        ),
        await recorded(stage),
        ...(await checkCalls(stage, network, { statuses: ['completed', 'failed'], mostDials: 1 })),
      ],
    };
  } finally {
    network.close();
  }
}

/** Brings calls into the phase, kills the process that holds them beside another, and waits until all is over. */
async function strike(stage, network, { settings, reached, then = everybody }, queue) {
  network.set({ ...CALM, ...settings });
  const first = (await network.look()).length;
  const wanted = await queue();
  const mine = () => network.calls.slice(first);
  const isThere = await until(async () => {
    await network.look();
    return mine().filter(reached).length >= wanted && then(mine());
  }, FINAL_WITHIN_MS);
  if (!isThere) throw new Error(`of ${wanted} calls ${mine().filter(reached).length} came so far`);
  await stage.addMedia();
  const [dead] = stage.media.splice(0, 1);
  const struckAt = Date.now();
  await dead.stop('SIGKILL');
  network.set({ answerMs: 0 });
  await allFinal(stage, FINAL_WITHIN_MS);
  await until(async () => {
    const [{ awaited }] = await stage.sql(
      `SELECT (SELECT count(*) FROM late_recordings)::int + (SELECT count(*) FROM legs WHERE hang_up_owed)::int AS awaited`,
    );
    await network.look();
    return awaited === 0 && mine().every(({ endedAt }) => endedAt !== null);
  }, FINAL_WITHIN_MS);
  return { struckAt, mine: mine() };
}

async function recorded(stage) {
  const humans = await stage.sql(
    `SELECT id, recording, status_reason AS reason FROM human_calls WHERE status = 'completed' ORDER BY id`,
  );
  return check(
    'each human call has its recording',
    humans.length,
    humans
      .filter(({ recording }) => recording !== 'stored')
      .map(({ id, recording, reason }) => `${id} ${recording} (${reason})`),
  );
}

function addCloudTrunk(stage, network) {
  const given = { ...network.trunk, name: 'cloud', channels: 200, cps: 100, 'caller-id': '+12025550100' };
  const words = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return stage.cli('trunk', 'add', ...words);
}
