import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../load.mjs';
import { speechKit } from '../spoken-driver.mjs';
import { framesOf } from './live-page.mjs';
import { LiveDriver } from './live-driver.mjs';

const SAYINGS = new URL('../../../examples/softphone/sayings.mjs', import.meta.url).href;
const GOAL = { p50Ms: 650, p95Ms: 800 };
/** The agent's turn is over when nothing of it came for so long. */
const QUIET_MS = 700;
const COURSE = 'Which course is the contact interested in?';
const AGENT = {
  tts_model: 'local',
  opening_line: 'Hello, this is Asha from Sunrise College. Can we talk for a minute?',
  extraction_questions: [COURSE, 'City', 'Budget', 'Hostel'],
};
const ANSWERS = [
  'Yes, we can talk now.',
  'I am interested in computer science.',
  'I live in London with my parents.',
  'My budget is two hundred thousand rupees.',
  'Yes, I need a hostel.',
];
/** Questions and their expected answers in the outcome. */
const KNOWN = [
  [COURSE, 'computer science'],
  ['City', 'london'],
  ['Budget', 'two hundred thousand'],
  ['Hostel', 'yes'],
];

/** Talks of five turns with the offline speech kit, alone. */
export default {
  work: `Voice tests of ${ANSWERS.length} turns with the offline speech kit, alone: \`response_ms\`, and the outcome`,
  goal: `p50 ≤ ${GOAL.p50Ms}, p95 ≤ ${GOAL.p95Ms} ms; each has the right outcome`,
  reached: ({ p50Ms, p95Ms, talks, right }) => p50Ms <= GOAL.p50Ms && p95Ms <= GOAL.p95Ms && right === talks,
  async run({ quick }) {
    let kit;
    try {
      kit = speechKit();
    } catch (error) {
      return { skipped: error.message };
    }
    const driver = await LiveDriver.start({ SPEECH_KIT: kit, STT_ENGINES: 'local' });
    try {
      const agent = await driver.agent(AGENT);
      const person = await driver.person();
      const { sayings } = await import(SAYINGS);
      const said = (await sayings(ANSWERS)).map(framesOf);
      const talks = quick ? 1 : 6;
      // The first one loads the models.
      await talk(driver, person, agent, said.slice(0, 1));
      /** @type {{response_ms: number}[]} */
      const answers = [];
      const heard = [];
      const wrong = [];
      for (let at = 0; at < talks; at++) {
        const { test, heardMs } = await talk(driver, person, agent, said);
        answers.push(...test.transcript.filter(({ response_ms: ms }) => ms !== undefined));
        heard.push(...heardMs);
        if (!isRight(test)) wrong.push(JSON.stringify([test.outcome, test.transcript]));
      }
      for (const test of wrong) console.error(`  a wrong outcome: ${test}`);
      const of = (values, share) => Math.round(percentile(values, share));
      const told = answers.map(({ response_ms: ms }) => ms);
      return {
        talks,
        right: talks - wrong.length,
        answers: told.length,
        p50Ms: of(told, 0.5),
        p95Ms: of(told, 0.95),
        heardP50Ms: of(heard, 0.5),
        heardP95Ms: of(heard, 0.95),
      };
    } finally {
      await driver.stop();
    }
  },
};

/** Says one thing after each turn of the agent. `heardMs`: from the last frame that was said to the answer's first sound. */
async function talk(driver, person, agent, said) {
  const page = await driver.talk(person, agent);
  let soundAt = 0;
  page.onSound = (bytes, at) => {
    if (bytes.some((byte) => byte !== 0xff && byte !== 0x7f)) soundAt = at;
  };
  const { voice_test_id: id } = await page.until('ready');
  page.begin();
  const heardMs = [];
  await page.until('turn', ({ speaker }) => speaker === 'agent');
  for (const [at, frames] of said.entries()) {
    while (performance.now() - soundAt < QUIET_MS) await sleep(20);
    page.say(frames);
    const saidAt = performance.now() + 20 * frames.length;
    const before = soundAt;
    while (soundAt === before && page.closed === null) await sleep(2);
    heardMs.push(soundAt - saidAt);
    const answered = () => page.all('turn').filter((turn) => turn.response_ms !== undefined).length > at;
    while (!answered() && page.closed === null) await sleep(20);
  }
  if (page.closed === null) await page.hangUp();
  return { test: await driver.over(person, id), heardMs };
}

/** What was said stands in the answers. */
function isRight({ status, outcome }) {
  if (status !== 'ended' || outcome?.disposition !== 'Interested') return false;
  return KNOWN.every(([question, words]) => outcome.answers[question]?.toLowerCase().includes(words));
}
