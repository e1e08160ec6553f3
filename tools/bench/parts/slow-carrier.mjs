import { startSpeechServer } from '../../lib/speech-server.mjs';
import { freePort } from '../../lib/free-port.mjs';
import { TwilioNetwork } from '../../lib/twilio-network.mjs';
import { addBacklog, manyAccounts } from '../backlog.mjs';
import { percentile } from '../load.mjs';
import { callBody, round } from '../server-load.mjs';
import { BenchStage } from '../stage.mjs';

/** What the slow carrier takes for each answer. */
const SLOW_MS = 30_000;
const GOAL = 2;
/** Lines of the account on the slow carrier: as many of its calls are under way. */
const LINES = 50;
const BETWEEN_MS = 50;

/** How soon an account's calls leave for its carrier, alone and beside an account whose carrier takes 30 s to answer. */
export default {
  name: 'slow-carrier',
  work: `Calls over a cloud carrier, from the answer to POST /calls to the carrier's request, beside another account with ${LINES} calls under way at a carrier that takes ${SLOW_MS / 1_000} s for each answer`,
  against: 'alone, before and after',
  goal: `p99 ≤ ${GOAL} ×`,
  reached: ({ ratio }) => ratio <= GOAL,
  async run({ quick }) {
    const count = quick ? 200 : 400;
    const stage = await BenchStage.start();
    const speech = await startSpeechServer();
    const networks = { fast: await TwilioNetwork.open(), slow: await TwilioNetwork.open() };
    try {
      networks.fast.set({ phones: 'busy' });
      networks.slow.set({ phones: 'ringing', answerMs: SLOW_MS });
      const api = await stage.service({ ROLE: 'api' });
      const port = await freePort();
      await stage.service({
        ROLE: 'media',
        MEDIA_MAX_CALLS: '500',
        MEDIA_PORT: String(port),
        MEDIA_PUBLIC_URL: `http://127.0.0.1:${port}`,
        ...speech.environment,
      });
      const [fast] = await accountsOn(stage, networks.fast, 'fast', 200);
      const call = () => latencies(api, networks.fast, fast, count);
      // Code and connections are there then.
      await latencies(api, networks.fast, fast, 20);
      const alone = await call();
      const [slow] = await accountsOn(stage, networks.slow, 'slow', LINES);
      await addBacklog(stage, [slow], 1_000, 500_000);
      await stage.until(
        `SELECT count(*) >= ${LINES} AS done FROM legs WHERE account_id = $1 AND ended_at IS NULL`,
        [slow.id],
      );
      const beside = await call();
      const asked = (await networks.slow.look()).length;
      await stage.sql(`DELETE FROM calls WHERE account_id = $1 AND status = 'queued'`, [slow.id]);
      const aloneAgain = await call();
      const before = (alone.p99Ms + aloneAgain.p99Ms) / 2;
      return { alone, beside, aloneAgain, askedOfTheSlow: asked, ratio: round(beside.p99Ms / before) };
    } finally {
      await stage.stop();
      speech.close();
      for (const network of Object.values(networks)) network.close();
    }
  },
};

/** Accounts on a trunk of their own. */
async function accountsOn(stage, network, name, lines) {
  const given = { ...network.trunk, name, channels: 200, cps: 100, 'caller-id': '+12025550100' };
  const words = Object.entries(given).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const trunk = await stage.cli('trunk', 'add', ...words);
  const accounts = await manyAccounts(stage, 1, { keys: 20, lines });
  for (const account of accounts) account.key = BenchStage.keysInTurn(account.keys);
  for (const { id } of accounts)
    await stage.cli('account', 'set', '--account', id, '--carrier', 'twilio', '--trunks', trunk.id);
  return accounts;
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
  return { p50Ms: round(percentile(times, 0.5)), p99Ms: round(percentile(times, 0.99)) };
}
