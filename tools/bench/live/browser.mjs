import { startSpeechServer, VOICE } from '../../lib/speech-server.mjs';
import { percentile } from '../load.mjs';
import { burstsOf, roundTrips } from './bursts.mjs';
import { TalkBrowser, WITH_DEVICES } from './chromium.mjs';
import { microphoneFile } from './sounds.mjs';
import { LiveDriver } from './live-driver.mjs';

const GOAL = { firstSoundMs: 1_500, silentMs: 500, roundTripMs: 150 };
/** The microphone speaks so often, in the midst of the agent's words. */
const CUT_IN = { everyMs: 5_000, forMs: 900 };
const TALK_MS = 17_000;
/** A talk in which sound goes both ways all the time. */
const DELAY_TALK_MS = 40_000;
/** Whoever stops in mid-word because of the person stops before it has spoken for so long. */
const CUT_WITHIN_MS = 900;
/** No pause is as long within the agent's words. */
const LONG = 'This goes on and on and it takes its time until the person says something else';
const QUESTIONS = Array.from({ length: 40 }, (_, at) => `${LONG}, and this is part ${at + 1}?`);

/** Talks in Chromium with a file as the microphone. */
export default {
  work: 'Talks in Chromium with a file as microphone, on loopback: from the press of "Start talking" to the first sound of the agent; from the first voiced sample of the microphone to silence in the ear; from mouth to ear and back',
  goal: `first sound p95 ≤ ${GOAL.firstSoundMs} ms, silent p95 ≤ ${GOAL.silentMs} ms, mouth to ear and back p95 ≤ ${GOAL.roundTripMs} ms`,
  reached: ({ firstSound, silent, roundTrip }) =>
    firstSound.p95Ms <= GOAL.firstSoundMs &&
    silent.p95Ms <= GOAL.silentMs &&
    roundTrip.p95Ms <= GOAL.roundTripMs,
  async run({ quick }) {
    if (WITH_DEVICES === undefined) return { skipped: 'there is no Chromium here (CHROMIUM names one)' };
    const { firstSound, silent } = await cutIns(quick ? 3 : 24);
    const { roundTrip, delayMs, latencyMs } = await delays({ talks: quick ? 1 : 5, talkMs: DELAY_TALK_MS });
    return { firstSound, silent, roundTrip, delayMs, latencyMs };
  },
};

/** Talks in which the person cuts in: each has a first sound, and some silences. */
async function cutIns(talks) {
  const speech = await startSpeechServer({ hears: 'I live in Delhi.', msPerCharacter: 60 });
  const driver = await LiveDriver.start(speech.environment);
  const microphone = microphoneFile(
    TALK_MS / 1_000 + 20,
    (ms) => ms > 2_000 && ms % CUT_IN.everyMs < CUT_IN.forMs,
  );
  const browser = await TalkBrowser.open(driver, microphone);
  try {
    // Only words interrupt an opening line: an answer to a question is what speech alone cuts short.
    const agent = await driver.agent({ ...VOICE, opening_line: 'Hello.', extraction_questions: QUESTIONS });
    /** @type {{first: number[], silent: number[]}} */
    const times = { first: [], silent: [] };
    for (let at = 0; at < talks; at++) {
      const { page, pressedMs } = going(await browser.talk(agent, TALK_MS));
      times.first.push(page.ear[0].fromMs - pressedMs);
      // A glitch of the audio device is a sound of a millisecond or two.
      for (const { fromMs } of page.mic.filter((sound) => sound.toMs - sound.fromMs >= CUT_IN.forMs / 2)) {
        const cut = page.ear.find((sound) => sound.fromMs < fromMs && sound.toMs > fromMs);
        if (cut) times.silent.push(cut.toMs - fromMs);
      }
    }
    const inTime = times.silent.filter((ms) => ms <= CUT_WITHIN_MS).length;
    return {
      firstSound: { talks, ...figures(times.first) },
      silent: { cutIns: times.silent.length, inTime, ...figures(times.silent) },
    };
  } finally {
    await browser.close();
    await driver.stop();
    speech.close();
  }
}

/**
 * Talks in which bursts go both ways all the time. What the person says has no words, so nothing stops the agent.
 * @param {{talks: number, talkMs: number, driver?: {host?: string, executable?: string}}} options `host`: where the service listens
 */
export async function delays({ talks, talkMs, driver: { host, executable } = {} }) {
  const speech = await startSpeechServer({ hears: '', msPerCharacter: 100, sounds: burstsOf(20_000) });
  const driver = await LiveDriver.start(speech.environment, { host });
  const microphone = microphoneFile(talkMs / 1_000 + 20, burstsOf(talkMs + 20_000, 3, 1_500));
  const browser = await TalkBrowser.open(driver, microphone, { executable });
  try {
    const agent = await driver.agent({ ...VOICE, opening_line: openingOf(talkMs), interruption: 'low' });
    /** @type {{trips: number[], told: number[], latencies: number[], ended: string[]}} */
    const found = { trips: [], told: [], latencies: [], ended: [] };
    for (let at = 0; at < talks; at++) {
      const talk = await browser.talk(agent, talkMs);
      if (talk.ended !== undefined) {
        found.ended.push(talk.ended);
        continue;
      }
      found.trips.push(...roundTrips(talk.page, talk.recording));
      found.told.push(talk.test.delay_ms);
      found.latencies.push(talk.latencyMs);
      if (talk.test.ended_by !== 'person') found.ended.push(`${talk.test.ended_by}: ${talk.test.reason}`);
    }
    return {
      roundTrip: { sounds: found.trips.length, ...figures(found.trips) },
      delayMs: percentile(found.told, 0.5),
      latencyMs: Math.round(percentile(found.latencies, 0.5)),
      ended: found.ended,
    };
  } finally {
    await browser.close();
    await driver.stop();
    speech.close();
  }
}

/** Sentences of 10 s each; one that is longer than the talk. */
function openingOf(ms) {
  const sentence = `${'This goes on and on and on, '.repeat(4).slice(0, 97)}.`;
  return Array.from({ length: Math.ceil(ms / 10_000) + 1 }, () => sentence)
    .join(' ')
    .slice(0, 2_000);
}

function going(talk) {
  if (talk.ended !== undefined) throw new Error(`a talk ended by itself: ${talk.ended}`);
  return talk;
}

function figures(values) {
  if (values.length === 0) throw new Error('nothing was heard that could be measured');
  return {
    p50Ms: Math.round(percentile(values, 0.5)),
    p95Ms: Math.round(percentile(values, 0.95)),
    worstMs: Math.round(Math.max(...values)),
  };
}
