import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLOUD_VOICE, startCloudSpeech } from '../../lib/cloud-speech.mjs';
import { residentMb } from '../../lib/process-figures.mjs';
import { Softphone } from '../../lib/softphone.mjs';
import { latenessOf } from '../lateness.mjs';
import { percentile } from '../load.mjs';
import { round } from '../server-load.mjs';
import { SpokenDriver, writeTone } from '../spoken-driver.mjs';

/**
 * What cloud engines take from here: Deepgram says that its last words come within 300 ms, ElevenLabs that its Flash model makes
 * the first audio in 75 ms; a round trip of 150 ms to each is added.
 */
const TIMES = { finalMs: 450, firstMs: 225 };
const LATENCY_CALLS = 10;
const CALLS = 50;
const SECONDS = 40;
/** Calls begin four a second. */
const BEGUN_MS = (1_000 * CALLS) / 4 + 5_000;
const LOOKS = 5;
const GOAL = { p50Ms: 1_200, p95Ms: 2_000, lateMs: 20, callMb: 2.5 };

/** Real calls over cloud engines that take their time: how soon they answer, and what many of them cost a media process. */
export default {
  name: 'cloud',
  work: `Real calls over fakes of cloud engines with the times that they state: the agent's own response latency with ${LATENCY_CALLS} calls at once; lateness of the 20 ms clock and memory with ${CALLS} in one media process`,
  against: '–',
  goal: `p50 ≤ ${GOAL.p50Ms}, p95 ≤ ${GOAL.p95Ms} ms; clock p99 ≤ ${GOAL.lateMs} ms; ≤ ${GOAL.callMb} MB a call`,
  reached: ({ p50Ms, p95Ms, lateMs, callMb }) =>
    p50Ms <= GOAL.p50Ms && p95Ms <= GOAL.p95Ms && lateMs.p99 <= GOAL.lateMs && callMb <= GOAL.callMb,
  costs: ({ p50Ms, p95Ms, callMb }) => ({ p50Ms, p95Ms, callMb }),
  async run({ quick }) {
    const driver = await SpokenDriver.start();
    const speech = await startCloudSpeech({ hears: 'I live in Delhi.', msPerCharacter: 25, ...TIMES });
    const calls = quick ? LATENCY_CALLS : CALLS;
    try {
      const tone = join(driver.folder, 'tone.wav');
      await writeTone(tone, 800);
      const media = await driver.media({ ...speech.environment, SPEECH_KIT: driver.folder });
      const says = Array.from({ length: 20 }, () => ['--say', tone]).flat();
      const phone = await Softphone.listening(...says, '--hang-up-after', String(SECONDS));
      const agent = await driver.agentTo(phone.address, CLOUD_VOICE);
      const within = (SECONDS + 60) * 1_000;
      const few = await driver.call(agent, LATENCY_CALLS);
      await phone.hasEnded(LATENCY_CALLS, within);
      const told = await driver.responseTimes(few);
      // Code and connections that all calls share are there now.
      const restMb = residentMb(media.pid);
      const many = await driver.call(agent, calls);
      await sleep(BEGUN_MS);
      const looks = [];
      for (let look = 0; look < LOOKS; look++) {
        looks.push(residentMb(media.pid));
        await sleep(2_000);
      }
      const lateMs = await latenessOf(media.origin);
      await phone.hasEnded(LATENCY_CALLS + calls, within);
      const toldMany = await driver.responseTimes(many);
      await phone.stop();
      return {
        calls,
        answers: told.length,
        ...figures(told),
        ofMany: { answers: toldMany.length, ...figures(toldMany) },
        lateMs,
        restMb: round(restMb),
        callMb: round((percentile(looks, 0.5) - restMb) / calls),
      };
    } finally {
      await driver.stop();
      speech.close();
    }
  },
};

function figures(told) {
  if (told.length === 0) throw new Error('no agent has answered anything');
  return { p50Ms: Math.round(percentile(told, 0.5)), p95Ms: Math.round(percentile(told, 0.95)) };
}
