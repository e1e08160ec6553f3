import { startSpeechServer } from '../../lib/speech-server.mjs';
import { addBacklog, manyAccounts } from '../backlog.mjs';
import { load, percentile, spread } from '../load.mjs';
import { callBody, measure, round } from '../server-load.mjs';
import { BenchStage } from '../stage.mjs';
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
    const stage = await BenchStage.start();
    const speech = await startSpeechServer();
    const far = [];
    try {
      const api = await stage.service({ ROLE: 'api' });
      const media = await stage.service({ ...MEDIA, ...speech.environment });
      const trunks = [];
      for (let at = 0; at < TRUNKS; at++) {
        const provider = await Provider.open(stage.dist, (call, seen, own) => own.refuse(call, seen, 486));
        far.push(provider);
        const words = ['trunk', 'add', '--kind', 'sip', '--name', `far-${at}`, '--server', provider.address];
        trunks.push((await stage.cli(...words, ...TRUNK)).id);
      }
      const latency = await inviteLatency(stage, api, far[0], trunks, quick ? 40 : 300);
      const rate = await dispatchRate(stage, far, trunks, quick ? 5 : 20);
      const post = await postBeside(stage, api, media, quick);
      const other = base === undefined ? {} : await postOfBase(stage, api, base, quick);
      return { ...latency, ...rate, ...post, ...other };
    } finally {
      await stage.stop();
      speech.close();
      await Promise.all(far.map((provider) => provider.close()));
    }
  },
};

/**
 * One call at a time on an idle service, in ms: from the answer to POST /calls, which follows its commit, and from the
 * decision to dial, which precedes its own, to the INVITE at the far end.
 */
async function inviteLatency(stage, api, provider, trunks, count) {
  const [account] = await sipAccounts(stage, trunks, 1);
  const key = BenchStage.keysInTurn(account.keys);
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
    await stage.until('SELECT finished_at IS NOT NULL AS done FROM calls WHERE id = $1', [id]);
    const [{ began }] = await stage.sql('SELECT began_at AS began FROM legs WHERE call_id = $1', [id]);
    const asked = provider.calls.find(({ reference }) => reference === `${id}.1`);
    // The first ones open the trunk and start the audio's thread.
    if (!asked || at < 5) continue;
    fromPost.push(Math.max(0, asked.at - answeredAt));
    fromDial.push(asked.at - began.getTime());
  }
  const figures = (values) => ({
    p50Ms: round(percentile(values, 0.5)),
    p95Ms: round(percentile(values, 0.95)),
  });
  return { invite: figures(fromPost), dialToInvite: figures(fromDial) };
}

/** First INVITEs a second of one process with more calls due than it can dial: of windows. */
async function dispatchRate(stage, far, trunks, seconds) {
  const accounts = await sipAccounts(stage, trunks, TRUNKS);
  const asked = () => far.reduce((sum, { calls }) => sum + calls.length, 0);
  const before = asked();
  await addBacklog(stage, accounts, 100 * seconds + 1_000, 200_000);
  await stage.settle();
  const dialed = () => asked() - before;
  while (dialed() < 200) await pause(20);
  const rates = [];
  for (let at = 0; at < WINDOWS; at++) {
    const [from, began] = [dialed(), performance.now()];
    await pause((seconds * 1_000) / WINDOWS);
    rates.push(round(((dialed() - from) * 1_000) / (performance.now() - began)));
  }
  await stage.sql(`DELETE FROM calls WHERE status = 'queued'`);
  await stage.until('SELECT count(*) = 0 AS done FROM legs WHERE ended_at IS NULL');
  return { perSecond: spread(rates) };
}

/** POST /calls with a media process that has trunks, and while it is stopped, in turn. */
async function postBeside(stage, api, media, quick) {
  const options = await posts(stage, 'beside', quick);
  const [seconds, rounds] = [quick ? 1 : 4, quick ? 3 : 11];
  await load(api.origin, { ...options, seconds: quick ? 2 : 10 });
  const runs = [];
  for (let at = 0; at < rounds; at++) {
    const [first, second] = at % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
    const run = {};
    for (const which of [first, second]) {
      if (which === 'without') process.kill(media.pid, 'SIGSTOP');
      run[which] = await measure(stage, api, { ...options, seconds });
      process.kill(media.pid, 'SIGCONT');
    }
    runs.push({ ...run, ratio: round(run.with.perSecond / run.without.perSecond, 3) });
  }
  return { postRatio: spread(runs.map(({ ratio }) => ratio)), runs };
}

/** POST /calls of this build beside its media process, and of another build without one, in turn. */
async function postOfBase(stage, api, dist, quick) {
  const other = await BenchStage.start({ dist });
  try {
    const server = await other.service({ ROLE: 'api' });
    const [ours, theirs] = [await posts(stage, 'ours', quick), await posts(other, 'theirs', quick)];
    for (const [{ origin }, options] of [
      [api, ours],
      [server, theirs],
    ])
      await load(origin, { ...options, seconds: quick ? 2 : 10 });
    const ratios = [];
    for (let at = 0; at < (quick ? 3 : 11); at++) {
      const seconds = quick ? 1 : 4;
      const own = await measure(stage, api, { ...ours, seconds });
      const base = await measure(other, server, { ...theirs, seconds });
      ratios.push(round(own.perSecond / base.perSecond, 3));
    }
    return { baseRatio: spread(ratios) };
  } finally {
    await other.stop();
  }
}

/** A load of POST /calls for an account without lines: what is queued waits. */
async function posts(stage, name, quick) {
  const account = await stage.account({ keys: quick ? 60 : 400, lines: 0 });
  const key = BenchStage.keysInTurn(account.keys);
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
async function sipAccounts(stage, trunks, count) {
  const accounts = await manyAccounts(stage, 1, { keys: 20, lines: 200 });
  while (accounts.length < count) accounts.push(...(await manyAccounts(stage, 1, { keys: 1, lines: 200 })));
  for (const [at, { id }] of accounts.entries()) {
    const order = [...trunks.slice(at), ...trunks.slice(0, at)].join(',');
    await stage.cli('account', 'set', '--account', id, '--carrier', 'sip', '--trunks', order);
  }
  return accounts;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
