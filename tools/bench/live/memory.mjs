import { startSpeechServer, VOICE } from '../../lib/speech-server.mjs';
import { round } from '../server-load.mjs';
import { COLLECTED, keptMb } from './process.mjs';
import { LiveDriver } from './live-driver.mjs';

/** As many as a login may have in an hour. */
const TESTS_OF_PERSON = 20;
const FEW = 50;
const AT_ONCE = 5;
const GOAL = 1.05;
/** What is heard of a test before it is hung up. */
const HEARD_MS = 400;

/** Many short voice tests: what of them a process keeps. */
export default {
  work: `Memory of the process after 1,000 short voice tests of 50 people, ${AT_ONCE} at once, to that after ${FEW}; garbage is collected before both`,
  goal: `≤ ${GOAL} ×`,
  reached: ({ growth }) => growth <= GOAL,
  async run({ quick }) {
    const speech = await startSpeechServer({ hears: 'I live in Delhi.', msPerCharacter: 25 });
    const driver = await LiveDriver.start(speech.environment, { flags: COLLECTED });
    try {
      const agent = await driver.agent({ ...VOICE, opening_line: 'Hello, this is Asha. Can we talk?' });
      const tests = quick ? 200 : 1_000;
      const people = [];
      while (people.length * TESTS_OF_PERSON < tests) people.push(await driver.person());
      await talks(driver, people, agent, { from: 0, to: FEW });
      const fewMb = await keptMb(driver.pid);
      await talks(driver, people, agent, { from: FEW, to: tests });
      const manyMb = await keptMb(driver.pid);
      const ended = await driver.sql(
        `SELECT count(*)::integer AS count FROM voice_tests WHERE status = 'ended'`,
      );
      return {
        tests,
        ended: ended[0].count,
        fewMb: round(fewMb),
        manyMb: round(manyMb),
        growth: round(manyMb / fewMb, 3),
      };
    } finally {
      await driver.stop();
      speech.close();
    }
  },
};

/** The tests of these numbers; each is the next person's. */
async function talks(driver, people, agent, { from, to }) {
  let next = from;
  const one = async () => {
    while (next < to) {
      const page = await driver.talk(people[next++ % people.length], agent);
      await page.until('ready');
      page.begin();
      await page.heard(HEARD_MS);
      await page.hangUp();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
