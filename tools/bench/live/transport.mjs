import { setTimeout as sleep } from 'node:timers/promises';
import { startSpeechServer, VOICE } from '../../lib/speech-server.mjs';
import { percentile } from '../load.mjs';
import { round } from '../server-load.mjs';
import { framesOf } from './live-page.mjs';
import { COLLECTED, cpuMsASecond, keptMb } from './process.mjs';
import { speechOf } from './sounds.mjs';
import { LiveDriver } from './live-driver.mjs';

/** More than an account may have: as many as a process has calls. */
const AT_ONCE = 50;
const GOAL = { cpuMs: 3, mb: 3 };
/** Each person says something so often. */
const SAYS_MS = 6_000;
const SETTLE_MS = 5_000;
const MS_A_CHARACTER = 30;
/** A minute of sound. */
const LONG_OPENING = Array.from(
  { length: 20 },
  (_, at) => `${'This goes on and on. '.repeat(4)}Part ${at + 10}.`,
)
  .join(' ')
  .slice(0, 2_000);

/** What running voice tests cost the service: the difference between so many and none. */
export default {
  work: `${AT_ONCE} voice tests at once in one process, beside none: CPU of each while sound goes both ways and no words are exchanged, without and in the thread of the media; CPU and memory of each in a talk with engines that answer at once`,
  goal: `CPU but that of the media thread ≤ ${GOAL.cpuMs} ms/s, ≤ ${GOAL.mb} MB a test`,
  reached: ({ cpuMs, mb }) => cpuMs <= GOAL.cpuMs && mb <= GOAL.mb,
  async run({ quick }) {
    const speech = await startSpeechServer({ hears: 'I live in Delhi.', msPerCharacter: MS_A_CHARACTER });
    const driver = await LiveDriver.start(speech.environment, { flags: COLLECTED });
    try {
      await driver.sql('UPDATE accounts SET voice_tests = $1 WHERE id = $2', [AT_ONCE, driver.accountId]);
      const people = await Promise.all(Array.from({ length: AT_ONCE }, () => driver.person()));
      const talks = await driver.agent({ ...VOICE, opening_line: 'Hello, this is Asha. Can we talk?' });
      const goesOn = await driver.agent({ ...VOICE, opening_line: LONG_OPENING });
      const [rounds, seconds] = quick ? [1, 10] : [4, 30];
      // What the first ones load stays.
      await measured(driver, people, { agent: talks, saysMs: SAYS_MS, seconds: 5 });
      const runs = [];
      for (let at = 0; at < rounds; at++) {
        const sound = await measured(driver, people, { agent: goesOn, saysMs: null, seconds });
        const talk = await measured(driver, people, { agent: talks, saysMs: SAYS_MS, seconds });
        runs.push({
          cpuMs: sound.all - sound.media,
          mediaCpuMs: sound.media,
          talkCpuMs: talk.all,
          mb: Math.max(sound.mb, talk.mb),
        });
      }
      const of = (name) =>
        round(
          percentile(
            runs.map((run) => run[name]),
            0.5,
          ),
        );
      return {
        atOnce: AT_ONCE,
        cpuMs: of('cpuMs'),
        mediaCpuMs: of('mediaCpuMs'),
        talkCpuMs: of('talkCpuMs'),
        mb: of('mb'),
      };
    } finally {
      await driver.stop();
      speech.close();
    }
  },
};

/** @param {{agent: string, saysMs: number | null, seconds: number}} what `saysMs`: null for a person who is silent */
async function measured(driver, people, what) {
  const { agent, saysMs, seconds } = what;
  const { pid } = driver;
  const beforeMb = await keptMb(pid);
  const before = await cpuMsASecond(pid, seconds);
  const pages = [];
  for (const person of people) pages.push(await driver.talk(person, agent));
  const saying = framesOf(speechOf(800));
  const clocks = pages.map((page, at) => {
    page.begin();
    return saysMs === null ? undefined : setInterval(() => page.say(saying), saysMs + 100 * at);
  });
  await sleep(SETTLE_MS);
  const during = await cpuMsASecond(pid, seconds);
  const mb = (await keptMb(pid)) - beforeMb;
  clocks.map(clearInterval);
  await Promise.all(pages.map((page) => page.hangUp()));
  await sleep(SETTLE_MS);
  const after = await cpuMsASecond(pid, seconds);
  const each = (of) => (during[of] - (before[of] + after[of]) / 2) / people.length;
  return { all: each('all'), media: each('media'), mb: mb / people.length };
}
