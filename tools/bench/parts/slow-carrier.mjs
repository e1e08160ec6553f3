import { CLOUD_KINDS, CloudNetwork } from '../../lib/cloud-network.mjs';
import { freePort } from '../../lib/free-port.mjs';
import { startSpeechServer } from '../../lib/speech-server.mjs';
import { addBacklog, manyAccounts } from '../backlog.mjs';
import { percentile } from '../load.mjs';
import { callBody, percentilesMs, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

/** What the slow carrier takes for each answer. */
const SLOW_MS = 30_000;
const GOAL = 2;
/** Lines of the account on the slow carrier: as many of its calls are under way. */
const LINES = 50;
const BETWEEN_MS = 50;
/** An order whose answer was lost is looked for so long, at the most; then its call is over. */
const FORGOTTEN_SECONDS = 180;

/** How soon an account's calls leave for its carrier, alone and beside an account whose carrier takes 30 s to answer. */
export default {
  name: 'slow-carrier',
  work: `Calls over each cloud carrier, from the answer to POST /calls to the carrier's request, beside another account with ${LINES} calls under way at a carrier of the same kind that takes ${SLOW_MS / 1_000} s for each answer`,
  against: 'alone, before and after',
  goal: `p99 ≤ ${GOAL} ×`,
  // On a busy machine the slow calls may be over before the others were counted: that shows nothing.
  reached: ({ ratio, ...ofEach }) =>
    ratio <= GOAL && Object.values(ofEach).every(({ underWay }) => underWay > 0),
  async run({ quick }) {
    const ofEach = {};
    for (const kind of CLOUD_KINDS) ofEach[kind] = await measure(kind, quick ? 200 : 400);
    return { ...ofEach, ratio: Math.max(...Object.values(ofEach).map(({ ratio }) => ratio)) };
  },
};

async function measure(kind, count) {
  const driver = await BenchDriver.start();
  const speech = await startSpeechServer();
  const networks = { fast: await CloudNetwork.open(kind), slow: await CloudNetwork.open(kind) };
  try {
    networks.fast.set({ phones: 'busy' });
    networks.slow.set({ phones: 'ringing', answerMs: SLOW_MS });
    const api = await driver.service({ ROLE: 'api' });
    const port = await freePort();
    await driver.service({
      ROLE: 'media',
      MEDIA_MAX_CALLS: '500',
      MEDIA_PORT: String(port),
      MEDIA_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...speech.environment,
    });
    const fast = await accountOn(driver, networks.fast, 'fast', 200);
    const times = () => latencies(api, networks.fast, fast, count);
    // Code and connections are there then.
    await latencies(api, networks.fast, fast, 20);
    const before = await times();
    const slow = await accountOn(driver, networks.slow, 'slow', LINES);
    await addBacklog(driver, [slow], 1_000, 500_000);
    const openLegs = 'SELECT count(*)::int AS count FROM legs WHERE account_id = $1 AND ended_at IS NULL';
    await driver.until(`SELECT (${openLegs}) >= ${LINES} AS done`, [slow.id]);
    // No longer than its calls are under way.
    const beside = await times();
    const [{ count: underWay }] = await driver.sql(openLegs, [slow.id]);
    const askedOfTheSlow = (await networks.slow.look()).length;
    await driver.sql(`DELETE FROM calls WHERE account_id = $1 AND status = 'queued'`, [slow.id]);
    // Alone again only then.
    await driver.until(`SELECT (${openLegs}) = 0 AS done`, [slow.id], FORGOTTEN_SECONDS);
    const alone = [...before, ...(await times())];
    const ratio = round(percentile(beside, 0.99) / percentile(alone, 0.99));
    return {
      alone: percentilesMs(alone, 50, 99),
      beside: percentilesMs(beside, 50, 99),
      askedOfTheSlow,
      underWay,
      ratio,
    };
  } finally {
    await driver.stop();
    speech.close();
    for (const network of Object.values(networks)) network.close();
  }
}

/** An account on a trunk of its own. */
async function accountOn(driver, network, name, lines) {
  const given = { ...network.trunk, name, channels: 200, cps: 100 };
  const words = Object.entries(given).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const trunk = await driver.cli('trunk', 'add', ...words);
  const [account] = await manyAccounts(driver, 1, { keys: 20, lines });
  account.key = BenchDriver.keysInTurn(account.keys);
  await driver.cli('account', 'set', '--account', account.id, '--carrier', trunk.kind, '--trunks', trunk.id);
  return account;
}

let numbers = 0;

/** In ms, from the answer to POST /calls to the carrier's request, one call after another. */
async function latencies(api, network, account, count) {
  const answeredAt = new Map();
  for (let n = 0; n < count; n++) {
    const body = callBody(account.agentId, numbers++);
    const answer = await fetch(`${api.origin}/v1/calls`, {
      method: 'POST',
      headers: { 'x-api-key': account.key(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    answeredAt.set(body.phone_number, Date.now());
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  const taken = async () => (await network.look()).filter(({ called }) => answeredAt.has(called));
  for (const end = Date.now() + 60_000; (await taken()).length < count && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const times = (await taken()).map(({ called, at }) => Math.max(0, at - answeredAt.get(called)));
  if (times.length < count) throw new Error(`of ${count} calls ${times.length} were asked for`);
  return times;
}
