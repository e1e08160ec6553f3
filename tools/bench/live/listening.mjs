import { startSpeechServer, VOICE } from '../../lib/speech-server.mjs';
import { percentile } from '../load.mjs';
import { round } from '../server-load.mjs';
import { clockOf, p99Between } from './clock.mjs';
import { heardOf } from './ear.mjs';
import { LivePage, PCMU } from './live-page.mjs';
import { PacketPhones } from './packet-phone.mjs';
import { cpuMsASecond } from './process.mjs';
import { speechOf, stretchesOf } from './sounds.mjs';
import { LiveDriver } from './live-driver.mjs';

const [CALLS, LISTENERS] = [50, 10];
const GOAL = { earMs: 500, clockMs: 1, cpuMs: 1.5 };
const TRUNK = ['--channels', '200', '--cps', '10', '--caller-id', '+911140000001'];
const SAYING = { ms: 800, everyMs: 9_000 };
/** A sound is what follows so much silence. */
const PAUSE_MS = 600;
const MAX_DELAY_MS = 3_000;
const SETTLE_MS = 2_000;
const SIDE = { from: 804, bytes: 800, ms: 100 };
/** The agent is busy for most of the time, and has questions for all of it. */
const QUESTIONS = Array.from(
  { length: 40 },
  (_, at) => `Please tell me about your choice ${at + 1}, as long as you like, and what is it called?`,
);

/** People who listen to running calls: how late they hear them, and what they cost. */
export default {
  work: `${LISTENERS} people listen to ${LISTENERS} of ${CALLS} calls in one process, and nobody does, in turn: from a packet of the phone to the listener's message and, by the player of the built page, to the ear; p99 of the 20 ms clock; CPU of each listener`,
  goal: `ear p95 ≤ ${GOAL.earMs} ms; clock at most ${GOAL.clockMs} ms later; ≤ ${GOAL.cpuMs} ms/s`,
  reached: ({ earP95Ms, clockLaterMs, cpuMs }) =>
    earP95Ms <= GOAL.earMs && clockLaterMs <= GOAL.clockMs && cpuMs <= GOAL.cpuMs,
  async run({ quick }) {
    const speech = await startSpeechServer({ hears: 'I live in Delhi.', msPerCharacter: 60 });
    const driver = await LiveDriver.start(speech.environment);
    const phones = await PacketPhones.open({ saying: speechOf(SAYING.ms), everyMs: SAYING.everyMs });
    try {
      const calls = await begin(driver, phones);
      const people = await Promise.all(Array.from({ length: LISTENERS }, () => driver.person()));
      const [rounds, seconds] = quick ? [2, 8] : [10, 12];
      const windows = [];
      for (let at = 0; at < rounds; at++) {
        const alone = await measured(driver, seconds, []);
        const ids = people.map((_, n) => calls[(at * LISTENERS + n) % calls.length]);
        const listened = await measured(driver, seconds, await listen(driver, people, ids));
        windows.push({ alone, listened });
      }
      const running = await driver.sql('SELECT count(*)::integer AS count FROM legs WHERE ended_at IS NULL');
      return { calls: CALLS, running: running[0].count, listeners: LISTENERS, ...figures(windows, phones) };
    } finally {
      await phones.close();
      await driver.stop();
      speech.close();
    }
  },
};

/** Begins all calls; resolves with their ids once they run. */
async function begin(driver, phones) {
  const words = ['--kind', 'sip', '--name', 'phones', '--server', phones.address];
  const { id: trunk } = await driver.cli('trunk', 'add', ...words, ...TRUNK);
  const settings = [
    '--carrier',
    'sip',
    '--trunks',
    trunk,
    '--listening',
    'staff',
    '--listening-notice',
    'script',
  ];
  await driver.cli('account', 'set', '--account', driver.accountId, ...settings);
  const agent_id = await driver.agent({
    ...VOICE,
    opening_line: 'Hello, this is Asha. This call may be heard by others. Can we talk?',
    extraction_questions: QUESTIONS,
  });
  const ids = [];
  for (let at = 0; at < CALLS; at++) {
    const phone_number = `+9198${10_000_000 + at}`;
    const call = { agent_id, phone_number };
    ids.push((await driver.request('POST', '/v1/calls', { key: driver.keyInTurn() }, call)).id);
  }
  const run = `SELECT count(*) = $2 AS done FROM calls WHERE id = ANY ($1) AND status = 'in_progress'`;
  await driver.until(run, [ids, CALLS], 60);
  return ids;
}

/** Each person listens to a call; what comes is kept with when it came. */
async function listen(driver, people, ids) {
  return Promise.all(
    ids.map(async (id, at) => {
      const { cookie } = people[at];
      const listening = await driver.request('POST', `/console/api/calls/${id}/listen`, { cookie });
      const page = await LivePage.open(driver.origin, listening.socket, { cookie, ticket: listening.ticket });
      /** @type {{at: number, bytes: Buffer}[]} */
      const messages = [];
      page.onSound = (bytes, now) => messages.push({ at: now, bytes });
      page.listen();
      await page.until('ready');
      return { id, page, messages };
    }),
  );
}

async function measured(driver, seconds, listeners) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const before = await clockOf(driver.origin);
  const { all: cpuMs } = await cpuMsASecond(driver.pid, seconds);
  const clock = { before, after: await clockOf(driver.origin) };
  const toMs = performance.now();
  for (const { page } of listeners) {
    if (page.closed !== null) throw new Error(`a listener's socket was closed with ${page.closed}`);
    page.leave();
  }
  return { clock, cpuMs, toMs, listeners };
}

function figures(windows, phones) {
  const of = (name) => windows.map((window) => window[name]);
  const heard = of('listened').flatMap(({ listeners, toMs }) =>
    listeners.map(({ id, messages }) => delays(phones.said.get(id) ?? [], messages, toMs)),
  );
  const all = (name) => heard.flatMap((delay) => delay[name]);
  const p = (values, share) => Math.round(percentile(values, share));
  const clockMs = (name) => p99Between(of(name).map(({ clock }) => clock));
  const cpu = windows.map(({ alone, listened }) => listened.cpuMs - alone.cpuMs);
  return {
    sounds: all('message').length,
    messageP50Ms: p(all('message'), 0.5),
    messageP95Ms: p(all('message'), 0.95),
    earP50Ms: p(all('ear'), 0.5),
    earP95Ms: p(all('ear'), 0.95),
    clockP99Ms: { alone: round(clockMs('alone')), listened: round(clockMs('listened')) },
    clockLaterMs: round(clockMs('listened') - clockMs('alone')),
    cpuMs: round(percentile(cpu, 0.5) / LISTENERS),
  };
}

/** From the first packet of each saying to the message with it, and to its sound in the page. */
function delays(said, messages, toMs) {
  const fromMs = messages[0]?.at ?? toMs;
  const samples = messages.map(({ bytes }) => bytes.subarray(SIDE.from, SIDE.from + SIDE.bytes));
  const envelope = samples.flatMap((side) =>
    Array.from(
      { length: SIDE.ms },
      (_, ms) =>
        Math.max(...side.subarray(8 * ms, 8 * ms + 8).map((byte) => Math.abs(PCMU.linear[byte]) >> 8)) / 128,
    ),
  );
  const messageAt = stretchesOf(envelope, PAUSE_MS).map(
    ({ fromMs: ms }) => messages[Math.floor(ms / SIDE.ms)].at,
  );
  const earAt = stretchesOf(heardOf(messages, fromMs, toMs), PAUSE_MS).map(({ fromMs: ms }) => fromMs + ms);
  // A saying that had begun before is heard from its midst.
  const after = (times) =>
    said
      .filter((at) => at > fromMs)
      .flatMap((at) => {
        const heardAt = times.find((time) => time > at && time < at + MAX_DELAY_MS);
        return heardAt === undefined ? [] : [heardAt - at];
      });
  return { message: after(messageAt), ear: after(earAt) };
}
