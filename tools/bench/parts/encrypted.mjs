import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate } from '../../lib/certificates.mjs';
import { cpuSeconds } from '../../lib/process-figures.mjs';
import { Softphone } from '../../lib/softphone.mjs';
import { startSpeechServer, VOICE } from '../../lib/speech-server.mjs';
import { clockOf, p99Between } from '../live/clock.mjs';
import { percentile } from '../load.mjs';
import { percentilesMs, round } from '../server-load.mjs';
import { SpokenDriver, writeTone } from '../spoken-driver.mjs';

const GOAL = { lateMs: 6, corePercent: 12, ratio: 1.1 };
const CALLS = 50;
/** What the contacts say, for longer than a call is measured. */
const SAYINGS = 40;
/** Calls begin four a second. */
const BEGUN_MS = (calls) => 250 * calls + 5_000;
const DOMAIN = 'phone.example';
const KINDS = ['plain', 'encrypted'];

/** Calls over TLS and SRTP beside calls in plain: the clock, the CPU, and how soon they leave. */
export default {
  name: 'encrypted',
  work: `${CALLS} spoken calls at once over TLS with SRTP: lateness of the 20 ms clock, CPU of the media process; commit to INVITE`,
  against: '–; the same calls in plain, in turn',
  goal: `p99 ≤ ${GOAL.lateMs} ms; ≤ ${GOAL.corePercent} % of a core more; p95 ≤ ${GOAL.ratio} ×`,
  reached: ({ lateMs, corePercent, invite: { ratio } }) =>
    lateMs.encrypted <= GOAL.lateMs && corePercent.more <= GOAL.corePercent && ratio <= GOAL.ratio,
  async run({ quick }) {
    const driver = await SpokenDriver.start();
    const speech = await startSpeechServer({ hears: 'I live in Delhi.', msPerCharacter: 25 });
    try {
      const media = await driver.media(speech.environment);
      const site = {
        driver,
        media,
        agent: await driver.agent('Maya', VOICE),
        tls: await makeCertificate(driver.folder, DOMAIN),
      };
      const talks = await talksInTurn(site, quick);
      return { ...talks, invite: await invitesInTurn(site, quick) };
    } finally {
      await driver.stop();
      speech.close();
    }
  },
};

/** Calls of one kind and then of the other, each measured once all of them talk. */
async function talksInTurn({ driver, media, agent, tls }, quick) {
  const [calls, windowMs, rounds] = quick ? [10, 5_000, 1] : [CALLS, 30_000, 3];
  const tone = join(driver.folder, 'tone.wav');
  await writeTone(tone, 800);
  const seconds = (BEGUN_MS(calls) + windowMs) / 1_000 + 2;
  const says = Array.from({ length: SAYINGS }, () => ['--say', tone]).flat();
  const phones = await phonesOf(tls, ...says, '--hang-up-after', String(seconds));
  const trunks = await trunksTo(driver, phones, tls);
  const windows = { plain: [], encrypted: [] };
  const cores = { plain: [], encrypted: [] };
  for (let at = 0; at < rounds; at++) {
    for (const kind of KINDS) {
      const phone = phones[kind];
      await driver.useTrunk(trunks[kind]);
      await driver.call(agent, calls);
      await sleep(BEGUN_MS(calls));
      const talking = phone.all('answered').length - phone.all('ended').length;
      if (talking !== calls) throw new Error(`${talking} of ${calls} ${kind} calls talk`);
      const [before, cpu, began] = [await clockOf(media.origin), cpuSeconds(media.pid), performance.now()];
      await sleep(windowMs);
      cores[kind].push(((cpuSeconds(media.pid) - cpu) * 100_000) / (performance.now() - began));
      windows[kind].push({ before, after: await clockOf(media.origin) });
      await phone.hasEnded(calls * (at + 1), 60_000);
    }
  }
  await Promise.all(KINDS.map((kind) => phones[kind].stop()));
  const each = (figure) => Object.fromEntries(KINDS.map((kind) => [kind, round(figure(kind))]));
  const corePercent = each((kind) => percentile(cores[kind], 0.5));
  return {
    calls,
    lateMs: each((kind) => p99Between(windows[kind])),
    corePercent: { ...corePercent, more: round(corePercent.encrypted - corePercent.plain) },
  };
}

/** One call at a time to a telephone that is busy: from the answer to POST /calls, which follows its commit, to the INVITE. */
async function invitesInTurn({ driver, agent, tls }, quick) {
  const [rounds, count] = quick ? [1, 10] : [6, 50];
  const phones = await phonesOf(tls, '--reject', '486');
  const trunks = await trunksTo(driver, phones, tls, '--cps', '100');
  const times = { plain: [], encrypted: [] };
  for (let at = 0; at < rounds; at++) {
    for (const kind of KINDS) {
      await driver.useTrunk(trunks[kind]);
      for (let dial = -3; dial < count; dial++) {
        const [id] = await driver.call(agent, 1);
        const postedMs = monotonicMs();
        await driver.until('SELECT finished_at IS NOT NULL AS done FROM calls WHERE id = $1', [id]);
        const invite = phones[kind]
          .all('request')
          .find(({ method, call_id: callId }) => method === 'INVITE' && callId.startsWith(id));
        // The first ones open the trunk and its connection.
        if (dial >= 0) times[kind].push(Math.max(0, invite.at_ms - postedMs));
      }
    }
  }
  await Promise.all(KINDS.map((kind) => phones[kind].stop()));
  const [plain, encrypted] = KINDS.map((kind) => percentilesMs(times[kind], 50, 95));
  return { plain, encrypted, ratio: round(encrypted.p95Ms / plain.p95Ms, 3) };
}

async function phonesOf({ cert, key }, ...words) {
  const overTls = ['--transport', 'tls', '--tls-cert', cert, '--tls-key', key, '--srtp'];
  return {
    plain: await Softphone.listening(...words),
    encrypted: await Softphone.listening(...words, ...overTls),
  };
}

async function trunksTo(driver, phones, { ca }, ...words) {
  const encrypted = ['--transport', 'tls', '--tls-ca', ca, '--domain', DOMAIN, '--srtp', 'required'];
  return {
    plain: await driver.trunk(phones.plain.address, ...words),
    encrypted: await driver.trunk(phones.encrypted.address, ...words, ...encrypted),
  };
}

/** On the clock of the softphone's events. */
function monotonicMs() {
  return Number(process.hrtime.bigint()) / 1e6;
}
