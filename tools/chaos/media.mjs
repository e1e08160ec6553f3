import { makeAccount } from './cast.mjs';
import { Client } from './client.mjs';
import { Provider } from '../lib/provider.mjs';
import { Random } from '../lib/random.mjs';

/** Calls that live when misfortune strikes: half of them talk, half of them ring. */
const LIVE = 50;
/** The far ends of a dead process hear BYE or CANCEL within this time. */
const HUNG_UP_WITHIN_MS = 20_000;
const OUTAGE_MS = 10_000;
const STUCK_AFTER_MS = 60_000;

/** What happens in each round, in turn. `lateMs`: so much longer may the hang-ups take. */
const MISFORTUNES = [
  {
    name: 'kill -9, and the next start takes over',
    lateMs: 0,
    strike: async (stage) => {
      await killOne(stage);
      await stage.addMedia();
    },
  },
  {
    name: 'kill -9, and a second process takes over',
    lateMs: 0,
    before: (stage) => stage.addMedia(),
    strike: killOne,
  },
  {
    name: 'kill -9 while the database is away for 10 s',
    lateMs: OUTAGE_MS + 5_000,
    before: (stage) => stage.addMedia(),
    strike: async (stage) => {
      stage.proxy.goAway();
      await killOne(stage);
      await pause(OUTAGE_MS);
      stage.proxy.restore();
    },
  },
];

/** Kills media processes under live calls; checks that the far ends are hung up, and each call ends once. */
export async function media(stage, { seed, rounds, say }) {
  const provider = await Provider.open(stage.dist, (call, seen, own) => {
    if (own.calls.length % 2 === 0) own.answer(call, seen);
    else own.ring(call);
  });
  const client = new Client(() => stage.origins, new Random(seed));
  const account = await makeAccount(
    stage,
    client,
    null,
    { name: 'real', lines: 2 * LIVE, credits: 1_000_000, carrier: 'simulator' },
    rounds,
  );
  const words = `trunk add --kind sip --name far --server ${provider.address} --channels 200 --cps 100 --caller-id +911140000001`;
  const trunk = await stage.cli(...words.split(' '));
  await stage.cli('account', 'set', '--account', account.id, '--carrier', 'sip', '--trunks', trunk.id);
  await stage.addMedia();

  const late = [];
  const counts = {};
  for (let round = 0; round < rounds; round++) {
    const { name, before, strike, lateMs } = MISFORTUNES[round % MISFORTUNES.length];
    counts[name] = (counts[name] ?? 0) + 1;
    const first = provider.calls.length;
    await queue(client, account, round);
    await until(() => provider.calls.length - first >= LIVE);
    await pause(1_500);
    await before?.(stage);
    const struckAt = Date.now();
    await strike(stage);
    const mine = provider.calls.slice(first);
    await until(() => mine.every(({ endedAt }) => endedAt !== null));
    for (const { reference, endedAt } of mine) {
      const ms = (endedAt ?? Infinity) - struckAt;
      if (ms > HUNG_UP_WITHIN_MS + lateMs)
        late.push(`${reference}: ${Math.round(ms / 100) / 10} s (${name})`);
    }
    await allFinal(stage);
    say(
      `round ${round + 1}: ${name}; ${mine.length} calls, the last one hung up after ${lastOf(mine, struckAt)} s`,
    );
    // One process for the next round.
    while (stage.media.length > 1) await stage.media.pop().stop('SIGKILL');
  }
  return {
    facts: { calls: provider.calls.length },
    faults: counts,
    checks: await checks(stage, provider, late),
  };
}

async function checks(stage, provider, late) {
  const references = provider.calls.map(({ reference }) => reference);
  const twice = references.filter((reference, at) => references.indexOf(reference) !== at);
  const calls = await stage.sql(
    `SELECT c.id, c.status, c.attempt,
       (SELECT count(*)::int FROM call_timeline t WHERE t.call_id = c.id AND t.type = 'event_made') AS events
     FROM calls c`,
  );
  const rowsLeft = await stage.sql(
    `SELECT (SELECT count(*)::int FROM legs WHERE ended_at IS NULL) AS legs, (SELECT count(*)::int FROM line_use) AS lines,
       (SELECT count(*)::int FROM credit_reservations) AS reservations,
       (SELECT count(*)::int FROM legs WHERE hang_up_owed) AS owed`,
  );
  const audit = await stage.cli('audit');
  const failures = (name, count, list) => ({ name, count, failures: list });
  const of = (wrong) =>
    calls.filter(wrong).map(({ id, status, attempt, events }) => `${id} ${status} ${attempt} ${events}`);
  return [
    failures('far ends are hung up in time', references.length, late),
    failures('no dial is asked for twice', references.length, twice),
    failures(
      'no call is dialed again',
      calls.length,
      of(({ attempt }) => attempt !== 1),
    ),
    failures(
      'each call is final, with one event',
      calls.length,
      of(({ status, events }) => events !== 1 || !['completed', 'failed'].includes(status)),
    ),
    failures(
      'no leg, line, reservation or hang-up is left',
      1,
      rowsLeft.filter((row) => Object.values(row).some((left) => left > 0)).map((row) => JSON.stringify(row)),
    ),
    failures('the audit finds nothing', 1, audit.ok ? [] : [JSON.stringify(audit)]),
  ];
}

async function killOne(stage) {
  const [dead] = stage.media.splice(0, 1);
  await dead.stop('SIGKILL');
}

async function queue(client, account, round) {
  for (let n = 0; n < LIVE; n++) {
    const phone_number = `+9198${String(10_000_000 + round * 1_000 + n).slice(-8)}`;
    const body = { agent_id: account.agentId, phone_number };
    const { status } = await client.send(account, 'POST', '/calls', body, {
      idempotencyKey: client.newKey(),
    });
    if (status !== 200) throw new Error(`POST /calls: ${status}`);
  }
}

function allFinal(stage) {
  return until(async () => {
    const [row] = await stage.sql('SELECT count(*)::int AS open FROM calls WHERE finished_at IS NULL');
    return row.open === 0;
  });
}

const lastOf = (calls, since) =>
  (Math.max(...calls.map(({ endedAt }) => (endedAt ?? Infinity) - since)) / 1_000).toFixed(1);

/** Waits until it is true; gives up after a minute, and the checks say what is missing. */
async function until(isTrue) {
  for (const end = Date.now() + STUCK_AFTER_MS; Date.now() < end && !(await isTrue());) await pause(50);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
