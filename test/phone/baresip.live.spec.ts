import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toneSamples } from '../../src/media/domain/tones/tone';
import { Baresip } from './harness/baresip';
import { describeWith } from './harness/foreign';
import { freePort } from '../harness/free-port';
import { hangUpAll, Softphone } from './harness/softphone';
import { channelsOf, likeness, tonesIn, tonesOf, writeMono } from './harness/sounds';

const HOST = '127.0.0.1';

/** As lively as speech, and different for each `voice`: syllables of several tones with pauses between. */
function speech(voice: number): Int16Array {
  const syllables = Array.from({ length: 14 }, (_, at) => {
    const length = 80 + ((at * 37 * voice) % 5) * 45;
    const pause = 30 + ((at * 53 * voice) % 4) * 60;
    const hertz = [110 * voice, 220 * voice + 15 * at, 900 + 70 * ((at * voice) % 6)];
    return [...toneSamples({ hertz, pattern: null, level: -26 }, length), ...new Int16Array(pause * 8)];
  });
  return Int16Array.from(syllables.flat());
}

/** Words and then tones. */
const said = (voice: number, ...tones: number[]) => Int16Array.from([...speech(voice), ...tonesOf(tones)]);

describeWith(['baresip'], 'baresip', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-baresip-'));
  const [ours, theirs] = [said(1, 700, 1_100), said(2, 900, 1_300)];
  const running: Baresip[] = [];
  // Before Jest starts tests that run at once; hooks come too late for them.
  writeMono(join(folder, 'ours.wav'), ours);
  // baresip hangs up at the end of its file.
  writeMono(join(folder, 'theirs.wav'), Int16Array.from([...theirs, ...new Int16Array(9 * 8_000)]));
  afterAll(async () => {
    await hangUpAll();
    await Promise.all(running.map((baresip) => baresip.stop()));
    rmSync(folder, { recursive: true });
  });

  const start = async (name: string, command?: string) => {
    const own = join(folder, name);
    mkdirSync(own);
    const port = await freePort();
    const says = join(folder, 'theirs.wav');
    const baresip = new Baresip({ folder: own, port, says, ...(command !== undefined && { command }) });
    running.push(baresip);
    await baresip.until(/baresip is ready/);
    return { port, baresip };
  };

  /** Both recordings hold both voices, each in its place. */
  const checkRecordings = (recording: string, heard: string) => {
    const [sent, came] = channelsOf(recording);
    const [there] = channelsOf(heard);
    expect([tonesIn(sent!), tonesIn(came!), tonesIn(there!)]).toEqual([
      [700, 1_100],
      [900, 1_300],
      [700, 1_100],
    ]);
    for (const [voice, channel] of [
      [1, sent!],
      [2, came!],
      [1, there!],
    ] as const) {
      expect(likeness(speech(voice), channel)).toBeGreaterThan(0.9);
      expect(likeness(speech(3 - voice), channel)).toBeLessThan(0.6);
    }
  };

  test.concurrent('calls baresip: both sides receive and record the speech', async () => {
    const { port, baresip } = await start('called');
    const recording = join(folder, 'calling.wav');
    const words = ['--say', join(folder, 'ours.wav'), '--record', recording, '--hang-up-after', '11'];
    const caller = new Softphone(
      '--json',
      '--listen',
      `${HOST}:0`,
      '--dial',
      `sip:100@${HOST}:${port}`,
      ...words,
    );
    await expect(caller.ended).resolves.toBe(0);
    await baresip.stop();
    checkRecordings(recording, baresip.heard);
    expect(caller.all('rtp')).toMatchObject([{ lost: 0 }]);
  });

  test.concurrent('answers a call from baresip: both sides receive and record the speech', async () => {
    const recording = join(folder, 'called.wav');
    const called = await Softphone.listening(
      HOST,
      '--say',
      join(folder, 'ours.wav'),
      '--record',
      recording,
      '--hang-up-after',
      '11',
    );
    const { baresip } = await start('calls', `/dial sip:200@${called.address}`);
    await called.until('answered');
    await called.until('ended');
    await baresip.stop();
    checkRecordings(recording, baresip.heard);
  });
});
