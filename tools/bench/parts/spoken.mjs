import { join } from 'node:path';
import { Softphone } from '../../lib/softphone.mjs';
import { soundsOf } from '../../lib/sounds.mjs';
import { startSpeechServer, VOICE } from '../../lib/speech-server.mjs';
import { percentile } from '../load.mjs';
import { speechKit, SpokenDriver, writeTone } from '../spoken-driver.mjs';

/** Calls at once. */
const CALLS = [1, 10, 20];
/** How long a call takes. A single one has few answers, so it is made twice. */
const SECONDS = { atOnce: 25, kit: 40, bargeIn: 25 };
const SINGLES = 2;
/** p50 and p95 in ms, by the number of calls. */
const GOALS = {
  atOnce: { 1: [600, 800], 10: [600, 800], 20: [600, 800] },
  kit: { 1: [650, 800], 10: [750, 1_200], 20: [800, 1_500] },
};
const BARGE_IN_P95_MS = 400;
/** How much later than the agent's own clock a telephone may hear it: two jitter buffers lie between. */
const ON_THE_WAY_MS = 100;
/** A pause of the agent between two sentences, or of the contact between two words, is no end of a turn. */
const PAUSE_MS = 400;
/** Whoever stops in mid-word because of the contact stops before it has spoken for so long. */
const CUT_WITHIN_MS = 700;
/** Seconds after its first word at which a contact cuts in. */
const CUT_IN = '1.2';
const SAYINGS = [
  'Yes, please tell me more.',
  'I want to study computer science.',
  'I live in London with my parents.',
  'I think that tomorrow in the morning is fine.',
];

/** Response latency and barge-in of real calls, as the telephone at the other end records them. */
export default {
  name: 'spoken',
  work: `Real calls that speak, ${CALLS.join(', ')} at once: from the end of the contact's words to the agent's, with engines that answer at once and with the offline speech kit; from a contact that cuts in to the agent's silence`,
  against: '–',
  goal: `in the telephone’s recording, which two jitter buffers delay by up to ${ON_THE_WAY_MS} ms: at once p50 ≤ 600, p95 ≤ 800 ms; kit p50 ≤ 650/750/800, p95 ≤ 800/1,200/1,500 ms; silent p95 ≤ ${BARGE_IN_P95_MS} ms`,
  reached: ({ runs, bargeIn }) =>
    runs.every(({ engines, calls, p50Ms, p95Ms }) => {
      const [p50, p95] = GOALS[engines][calls];
      return p50Ms <= p50 + ON_THE_WAY_MS && p95Ms <= p95 + ON_THE_WAY_MS;
    }) && bargeIn.p95Ms <= BARGE_IN_P95_MS + ON_THE_WAY_MS,
  costs: ({ runs, bargeIn }) => ({
    ...Object.fromEntries(
      runs.flatMap(({ engines, calls, p50Ms, p95Ms }) => [
        [`${engines}${calls}P50Ms`, p50Ms],
        [`${engines}${calls}P95Ms`, p95Ms],
      ]),
    ),
    bargeInP50Ms: bargeIn.p50Ms,
    bargeInP95Ms: bargeIn.p95Ms,
  }),
  async run({ quick }) {
    const kit = speechKit();
    const driver = await SpokenDriver.start();
    const speech = await startSpeechServer({ hears: 'I live in Delhi.', msPerCharacter: 25 });
    const calls = quick ? CALLS.slice(0, 1) : CALLS;
    try {
      const tone = join(driver.folder, 'tone.wav');
      await writeTone(tone, 800);
      const atOnce = await driver.media({ ...speech.environment, SPEECH_KIT: driver.folder });
      const runs = await latencies(driver, { engines: 'atOnce', calls, voice: VOICE, sayings: [tone] });
      const bargeIn = await interruptions(driver, { calls: quick ? 2 : 10, tone });
      await atOnce.stop();
      await driver.media({ SPEECH_KIT: kit, STT_ENGINES: 'local' });
      const voice = { tts_model: 'local', voice: 'en-gb' };
      runs.push(...(await latencies(driver, { engines: 'kit', calls, voice, sayings: SAYINGS })));
      return { runs, bargeIn };
    } finally {
      await driver.stop();
      speech.close();
    }
  },
};

/** Response latencies with so many calls at once, for each of `calls`. */
async function latencies(driver, { engines, calls, voice, sayings }) {
  const record = join(driver.folder, `${engines}.wav`);
  const says = Array.from({ length: 20 }, (_, at) => ['--say', sayings[at % sayings.length]]).flat();
  const words = [...says, '--record', record, '--hang-up-after', String(SECONDS[engines])];
  const phone = await Softphone.listening(...words);
  try {
    const agent = await driver.agentTo(phone.address, voice);
    const runs = [];
    let made = 0;
    for (const count of calls) {
      /** @type {{ids: string[], heard: number[]}} */
      const { ids, heard } = { ids: [], heard: [] };
      for (let round = 0; round < (count === 1 ? SINGLES : 1); round++) {
        ids.push(...(await driver.call(agent, count)));
        await phone.hasEnded(made + count, (SECONDS[engines] + 30) * 1_000);
        for (let at = 0; at < count; at++)
          heard.push(...(await answersIn(Softphone.recordingOf(record, ++made))));
      }
      const told = await driver.responseTimes(ids);
      runs.push({ engines, calls: count, answers: heard.length, ...figures(heard), ...toldAs(told) });
    }
    return runs;
  } finally {
    await phone.stop();
  }
}

/** From the end of each of the contact's turns to the agent's next word, in ms. */
async function answersIn(path) {
  const [contact, agent] = await soundsOf(path, PAUSE_MS);
  return contact.flatMap(({ toMs }) => {
    const answer = agent.find(({ fromMs }) => fromMs > toMs);
    const next = contact.find(({ fromMs }) => fromMs > toMs);
    // The last turn has no answer where the call was over first.
    return answer && !(next && next.fromMs < answer.fromMs) ? [answer.fromMs - toMs] : [];
  });
}

/** Contacts that speak in the midst of the agent's words: how long it goes on. */
async function interruptions(driver, { calls, tone }) {
  const record = join(driver.folder, 'barge-in.wav');
  const says = Array.from({ length: 10 }, () => ['--say', tone]).flat();
  const words = [...says, '--cut-in', CUT_IN, '--record', record, '--hang-up-after', String(SECONDS.bargeIn)];
  const phone = await Softphone.listening(...words);
  try {
    const agent = await driver.agentTo(phone.address, VOICE);
    await driver.call(agent, calls);
    await phone.hasEnded(calls, (SECONDS.bargeIn + 30) * 1_000);
    const stopped = [];
    for (let call = 1; call <= calls; call++) {
      const [contact, agent] = await soundsOf(Softphone.recordingOf(record, call), PAUSE_MS);
      for (const { fromMs } of contact) {
        const cut = agent.find((sound) => sound.fromMs < fromMs && sound.toMs > fromMs);
        if (cut) stopped.push(cut.toMs - fromMs);
      }
    }
    const inTime = stopped.filter((ms) => ms <= CUT_WITHIN_MS).length;
    return { cutIns: stopped.length, inTime, ...figures(stopped) };
  } finally {
    await phone.stop();
  }
}

function figures(values) {
  if (values.length === 0) throw new Error('the telephone recorded nothing that could be measured');
  return {
    p50Ms: Math.round(percentile(values, 0.5)),
    p95Ms: Math.round(percentile(values, 0.95)),
    worstMs: Math.round(Math.max(...values)),
  };
}

/** The same as the transcripts tell it, `response_ms`. */
function toldAs(told) {
  const { p50Ms, p95Ms } = figures(told);
  return { toldP50Ms: p50Ms, toldP95Ms: p95Ms };
}
