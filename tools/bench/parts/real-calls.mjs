import { startSpeechServer } from '../../lib/speech-server.mjs';
import { addBacklog, manyAccounts } from '../backlog.mjs';
import { load, spread } from '../load.mjs';
import { callBody, measure, percentilesMs, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';
import { Provider } from '../../lib/provider.mjs';

/** Calls and rates of the trunks: as many as there may be, so that they are no limit. */
const TRUNK = ['--channels', '10000', '--cps', '100', '--caller-id', '+911140000001'];
const MEDIA = { ROLE: 'media', SIP_HOST: '127.0.0.1', SIP_PORT: '0', RTP_PORTS: '0', MEDIA_MAX_CALLS: '500' };
/** Each to a far end of its own, which takes 50 requests a second from one source, as our user agent does. */
const TRUNKS = 4;
const WINDOWS = 5;
const CONNECTIONS = 16;
/** The least share of POST /calls beside a process with real calls, and of the base build. */
const KEPT = 0.95;

/** Calls over SIP to far ends on this machine that are always busy, and what they cost those who queue calls. */
export default {
  name: 'real-calls',
  work: 'Real calls: commit to INVITE; dispatch by one media process; POST /calls beside one',
  against: '–; –; without it, and (`--base=DIST`) by another build, in turn',
  goal: 'p95 ≤ 50 ms; ≥ 50 a second; ratios ≥ 0.95',
  reached: ({ invite, perSecond, postRatio, baseRatio }) =>
    invite.p95Ms <= 50 &&
    perSecond.median >= 50 &&
    postRatio.median >= KEPT &&
    (baseRatio === undefined || baseRatio.median >= KEPT),
  guard: ({ postRatio }) => postRatio.median,
  async run({ quick, base }) {
    const driver = await BenchDriver.start();
    const speech = await startSpeechServer();
    const far = [];
    try {
      const api = await driver.service({ ROLE: 'api' });
      const media = await driver.service({ ...MEDIA, ...speech.environment });
      const trunks = [];
      for (let at = 0; at < TRUNKS; at++) {
        const provider = await Provider.open(driver.dist, (call, seen, own) => own.refuse(call, seen, 486));
        far.push(provider);
        const words = ['trunk', 'add', '--kind', 'sip', '--name', `far-${at}`, '--server', provider.address];
        trunks.push((await driver.cli(...words, ...TRUNK)).id);
      }
      const latency = await inviteLatency(driver, api, far[0], trunks, quick ? 40 : 300);
      const rate = await dispatchRate(driver, far, trunks, quick ? 5 : 20);
      const post = await postBeside(driver, api, media, quick);
      const other = base === undefined ? {} : await postOfBase(driver, api, base, quick);
      return { ...latency, ...rate, ...post, ...other };
    } finally {
      await driver.stop();
      speech.close();
      await Promise.all(far.map((provider) => provider.close()));
    }
  },
};

/**
 * One call at a time on an idle service, in ms: from the answer to POST /calls, which follows its commit, and from the
 * decision to dial, which precedes its own, to the INVITE at the far end.
 */
async function inviteLatency(driver, api, provider, trunks, count) {
  const [account] = await sipAccounts(driver, trunks, 1);
  const key = BenchDriver.keysInTurn(account.keys);
  /** @type {{fromPost: number[], fromDial: number[]}} */
  const { fromPost, fromDial } = { fromPost: [], fromDial: [] };
  for (let at = 0; at < count; at++) {
    const answer = await fetch(`${api.origin}/v1/calls`, {
      method: 'POST',
      headers: { 'x-api-key': key(), 'content-type': 'application/json' },
      body: JSON.stringify(callBody(account.agentId, at)),
    });
    const answeredAt = Date.now();
    if (answer.status !== 200) throw new Error(await answer.text());
    const { id } = await answer.json();
    await driver.until('SELECT finished_at IS NOT NULL AS done FROM calls WHERE id = $1', [id]);
    const [{ began }] = await driver.sql('SELECT began_at AS began FROM legs WHERE call_id = $1', [id]);
    const asked = provider.calls.find(({ reference }) => reference === `${id}.1`);
    // The first ones open the trunk and start the audio's thread.
    if (!asked || at < 5) continue;
    fromPost.push(Math.max(0, asked.at - answeredAt));
    fromDial.push(asked.at - began.getTime());
  }
  return { invite: percentilesMs(fromPost, 50, 95), dialToInvite: percentilesMs(fromDial, 50, 95) };
}

/** First INVITEs a second of one process with more calls due than it can dial: of windows. */
async function dispatchRate(driver, far, trunks, seconds) {
  const accounts = await sipAccounts(driver, trunks, TRUNKS);
  const asked = () => far.reduce((sum, { calls }) => sum + calls.length, 0);
  const before = asked();
  await addBacklog(driver, accounts, 100 * seconds + 1_000, 200_000);
  await driver.settle();
  const dialed = () => asked() - before;
  while (dialed() < 200) await pause(20);
  const rates = [];
  for (let at = 0; at < WINDOWS; at++) {
    const [from, began] = [dialed(), performance.now()];
    await pause((seconds * 1_000) / WINDOWS);
    rates.push(round(((dialed() - from) * 1_000) / (performance.now() - began)));
  }
  await driver.sql(`DELETE FROM calls WHERE status = 'queued'`);
  await driver.until('SELECT count(*) = 0 AS done FROM legs WHERE ended_at IS NULL');
  return { perSecond: spread(rates) };
}

/** POST /calls with a media process that has trunks, and while it is stopped, in turn. */
async function postBeside(driver, api, media, quick) {
  const options = await posts(driver, 'beside', quick);
  const [seconds, rounds] = [quick ? 1 : 4, quick ? 3 : 11];
  await load(api.origin, { ...options, seconds: quick ? 2 : 10 });
  const runs = [];
  for (let at = 0; at < rounds; at++) {
    const [first, second] = at % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
    const run = {};
    for (const which of [first, second]) {
      if (which === 'without') process.kill(media.pid, 'SIGSTOP');
      run[which] = await measure(driver, api, { ...options, seconds });
      process.kill(media.pid, 'SIGCONT');
    }
    runs.push({ ...run, ratio: round(run.with.perSecond / run.without.perSecond, 3) });
  }
  return { postRatio: spread(runs.map(({ ratio }) => ratio)), runs };
}

/** POST /calls of this build beside its media process, and of another build without one, in turn. */
async function postOfBase(driver, api, dist, quick) {
  const other = await BenchDriver.start({ dist });
  try {
    const server = await other.service({ ROLE: 'api' });
    const [ours, theirs] = [await posts(driver, 'ours', quick), await posts(other, 'theirs', quick)];
    for (const [{ origin }, options] of [
      [api, ours],
      [server, theirs],
    ])
      await load(origin, { ...options, seconds: quick ? 2 : 10 });
    const ratios = [];
    for (let at = 0; at < (quick ? 3 : 11); at++) {
      const seconds = quick ? 1 : 4;
      const own = await measure(driver, api, { ...ours, seconds });
      const base = await measure(other, server, { ...theirs, seconds });
      ratios.push(round(own.perSecond / base.perSecond, 3));
    }
    return { baseRatio: spread(ratios) };
  } finally {
    await other.stop();
  }
}

/** A load of POST /calls for an account without lines: what is queued waits. */
async function posts(driver, name, quick) {
  const account = await driver.account({ keys: quick ? 60 : 400, lines: 0 });
  const key = BenchDriver.keysInTurn(account.keys);
  let sent = 0;
  return {
    connections: CONNECTIONS,
    request: () => ({
      path: '/v1/calls',
      method: 'POST',
      headers: {
        'x-api-key': key(),
        'content-type': 'application/json',
        'idempotency-key': `${name}-${sent}`,
      },
      body: JSON.stringify(callBody(account.agentId, sent++)),
    }),
  };
}

/** Accounts on the carrier sip, each on all trunks, first on another one. */
async function sipAccounts(driver, trunks, count) {
  const accounts = await manyAccounts(driver, 1, { keys: 20, lines: 200 });
  while (accounts.length < count) accounts.push(...(await manyAccounts(driver, 1, { keys: 1, lines: 200 })));
  for (const [at, { id }] of accounts.entries()) {
    const order = [...trunks.slice(at), ...trunks.slice(0, at)].join(',');
    await driver.cli('account', 'set', '--account', id, '--carrier', 'sip', '--trunks', order);
  }
  return accounts;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
