import { readFile, readdir, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from '../../lib/process-figures.mjs';
import { Softphone } from '../../lib/softphone.mjs';
import { startSpeechServer, VOICE } from '../../lib/speech-server.mjs';
import { latenessOf } from '../lateness.mjs';
import { percentile } from '../load.mjs';
import { round } from '../server-load.mjs';
import { SpokenDriver, writeTone } from '../spoken-driver.mjs';

/** The length of a call. The first calls end evenly over this time, so that a tenth of all ends each minute. */
const CALL_MINUTES = 10;
/** Texts of 12 s, and answers to them, for longer than a call. */
const TURNS = 45;
const TALK = {
  max_call_minutes: 15,
  extraction_questions: Array.from({ length: TURNS }, (_, at) =>
    `What is choice ${at + 1}? `.padEnd(300, 'Tell me. '),
  ),
};
const MS_PER_CHARACTER = 40;
/** Shares of all the time: until memory counts, and how long it is measured then and at the end. */
const WARM_UP = 1 / 6;
const WINDOW = 0.1;
const LOOK_MS = 2_000;
/** How much longer or shorter than its call a recording may be. */
const DRIFT_MS = 200;
const GROWTH = 1.05;
/** The 20 ms clock, 99 of 100 times. */
const LATE_MS = 5;
/** Calls by status and reason, read when some did not end at the telephone. */
const ENDINGS = 'SELECT status, status_reason AS reason, count(*)::integer AS calls FROM calls GROUP BY 1, 2';
/** The format of a recording, 16 bit on two channels. */
const [HEADER_BYTES, BYTES_A_MS] = [44, 32];

/** Many spoken calls at once for long: memory, UDP ports, the clock of the audio, and each call's recording. */
export default {
  name: 'talk-hour',
  work: 'Spoken calls for an hour, always as many at once, of which a tenth is hung up each minute: memory of the media process at the end against after ten minutes; its UDP ports after the calls against before; lateness of its 20 ms clock; recording against call',
  against: '–',
  goal: `memory ≤ ${GROWTH}; ports the same; p99 ≤ ${LATE_MS} ms; each recording ± ${DRIFT_MS} ms`,
  reached: ({ memory, ports, lateMs, recordings, notEnded }) =>
    notEnded.length === 0 &&
    memory.growth <= GROWTH &&
    ports.after === ports.before &&
    lateMs.p99 <= LATE_MS &&
    recordings.wrong === 0 &&
    recordings.missing === 0,
  async run({ quick, minutes = quick ? 4 : 60, calls = quick ? 4 : 50 }) {
    const driver = await SpokenDriver.start();
    const speech = await startSpeechServer({ hears: 'I live in Delhi.', msPerCharacter: MS_PER_CHARACTER });
    try {
      const media = await driver.media(speech.environment);
      const tone = join(driver.folder, 'tone.wav');
      await writeTone(tone, 800);
      const says = Array.from({ length: TURNS }, () => ['--say', tone]).flat();
      const callSeconds = 60 * Math.min(CALL_MINUTES, minutes);
      const phone = await Softphone.listening(...says, '--hang-up-after', staggered(calls, callSeconds));
      const agent = await driver.agentTo(phone.address, { ...VOICE, ...TALK });
      const portsBefore = await udpPorts(media.pid);
      const memory = [];
      const recordings = { right: 0, wrong: 0, missing: 0, worstMs: 0 };
      const [began, totalMs] = [performance.now(), minutes * 60_000];
      let [queued, checked] = [0, 0];
      for (let passedMs = 0; passedMs < totalMs; passedMs = performance.now() - began) {
        const ended = phone.all('ended').length;
        const due = calls - (queued - ended);
        await driver.call(agent, due);
        queued += due;
        memory.push({ passedMs, mb: residentMb(media.pid) });
        // Those that ended during this look may not be stored yet.
        checked = await checkRecordings(driver, phone, recordings, checked, ended - calls);
        await sleep(LOOK_MS);
      }
      const notEnded = await phone.hasEnded(queued, (callSeconds + 60) * 1_000).then(
        () => [],
        () => driver.sql(ENDINGS),
      );
      await sleep(10_000);
      await checkRecordings(driver, phone, recordings, checked, queued);
      const lateMs = await latenessOf(media.origin);
      await phone.stop();
      const ports = { before: portsBefore, after: await udpPorts(media.pid) };
      return {
        minutes,
        atOnce: calls,
        calls: queued,
        memory: grown(memory, totalMs),
        ports,
        lateMs,
        recordings,
        notEnded,
      };
    } finally {
      await driver.stop();
      speech.close();
    }
  },
};

/** Values of --hang-up-after: the first `calls` end evenly over the time that all later calls take. */
function staggered(calls, seconds) {
  return Array.from({ length: calls }, (_, at) => ((seconds * (at + 1)) / calls).toFixed(3)).join(',');
}

/** How many UDP sockets a process has open. */
async function udpPorts(pid) {
  const table = await readFile(`/proc/${pid}/net/udp`, 'utf8');
  const inodes = new Set(table.split('\n').flatMap((line) => line.trim().split(/\s+/)[9] ?? []));
  const files = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return links.filter((link) => inodes.has(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? '')).length;
}

/** The median after the warm-up and that at the end. */
function grown(memory, totalMs) {
  const median = (from) => {
    const within = memory.filter(
      ({ passedMs }) => passedMs >= from * totalMs && passedMs < (from + WINDOW) * totalMs,
    );
    return percentile(
      within.map(({ mb }) => mb),
      0.5,
    );
  };
  const [before, after] = [median(WARM_UP), median(1 - WINDOW)];
  return { beforeMb: round(before), afterMb: round(after), growth: round(after / before, 3) };
}

/**
 * Compares the recordings of the calls that ended, from the n-th end up to another, with how long the telephone says that
 * they took, and removes them: an hour of them fills a disk. Resolves with where it stopped.
 */
async function checkRecordings(driver, phone, recordings, from, upTo) {
  if (upTo <= from) return from;
  const ids = phone.all('request').flatMap(({ method, call_id: callId }) =>
    // The Call-ID begins with the call's id and the number of its dial.
    method === 'INVITE' ? [callId.split('.', 1)[0]] : [],
  );
  for (const { call, duration_ms: ms } of phone.all('ended').slice(from, upTo)) {
    const path = driver.recordingOf(ids[call - 1]);
    const file = await stat(path).catch(() => null);
    if (!file) {
      recordings.missing += 1;
      continue;
    }
    const driftMs = (file.size - HEADER_BYTES) / BYTES_A_MS - ms;
    recordings[Math.abs(driftMs) <= DRIFT_MS ? 'right' : 'wrong'] += 1;
    if (Math.abs(driftMs) > Math.abs(recordings.worstMs)) recordings.worstMs = Math.round(driftMs);
    await rm(path, { force: true });
  }
  return upTo;
}
