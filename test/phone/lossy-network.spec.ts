import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { levelOf } from '../../src/media/domain/frame';
import { LossyNetwork, type Weather } from './harness/lossy-network';
import { hangUpAll, Softphone } from './harness/softphone';
import { channelsOf, tonesIn, writeTones } from './harness/sounds';

/** Two phones that know each other by the addresses of the network between them. */
const CALLED = { real: '127.0.1.1', seen: '127.0.1.8' };
const CALLER = { real: '127.0.1.2', seen: '127.0.1.9' };
const BAD: Weather = { loss: 0.2, doubles: 0.1, delayMs: [5, 45], seed: 7 };

jest.setTimeout(60_000);
const folder = mkdtempSync(join(tmpdir(), 'aics-lossy-'));
const file = (name: string) => join(folder, name);
const tones = [700, 900, 1_100, 1_300, 1_500];
let network: LossyNetwork | undefined;
beforeAll(() => {
  writeTones(file('tones.wav'), ...tones);
});
afterEach(async () => {
  await hangUpAll();
  await network?.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A phone behind the network, and calls to it. */
async function stage(weather: Weather, ...words: readonly string[]) {
  const called = await Softphone.listening(CALLED.real, ...words);
  const port = Number(called.address.split(':')[1]);
  network = new LossyNetwork([CALLED, CALLER], weather);
  await network.open(port);
  const dial = (...more: readonly string[]) =>
    new Softphone(
      '--json',
      '--listen',
      `${CALLER.real}:0`,
      '--dial',
      `sip:100@${CALLED.seen}:${port}`,
      ...more,
    );
  return { called, dial };
}

test('six calls in a network that loses, doubles, delays and disorders: each is answered and ends as it should', async () => {
  const { called, dial } = await stage(BAD, '--answer-after', '0.2');
  const callers = Array.from({ length: 6 }, () => dial('--hang-up-after', '1'));
  await expect(Promise.all(callers.map(({ ended }) => ended))).resolves.toEqual(Array(6).fill(0));
  for (const caller of callers) {
    expect(caller.all('answered')).toHaveLength(1);
    expect(caller.all('ended')).toMatchObject([{ by: 'local' }]);
  }
  await called.until('ended', ({ call }) => call === 6);
  expect(called.all('ended').map(({ by }) => by)).toEqual(Array(6).fill('remote'));
  expect(network!.lost).toBeGreaterThan(10);
  expect(network!.doubled).toBeGreaterThan(5);
});

test('whoever hangs up, refuses or gives up: both sides know', async () => {
  const far = await stage(BAD, '--hang-up-after', '0.5');
  const ended = far.dial();
  await expect(ended.ended).resolves.toBe(0);
  await expect(far.called.until('ended')).resolves.toMatchObject({ by: 'local' });
  await network!.close();
  await far.called.stop();

  const busy = await stage({ ...BAD, seed: 11 }, '--reject', '486');
  const refused = busy.dial();
  await expect(refused.ended).resolves.toBe(1);
  expect(refused.all('ended')).toMatchObject([{ by: 'remote', status: 486 }]);
  await network!.close();
  await busy.called.stop();

  const silent = await stage({ ...BAD, seed: 13 }, '--answer-after', 'never');
  const givesUp = silent.dial();
  await givesUp.until('ringing');
  await givesUp.stop();
  await expect(silent.called.until('ended')).resolves.toMatchObject({ by: 'remote', reason: 'CANCEL' });
});

test('what is said arrives as far as packets do, each way, and holes are filled', async () => {
  const words = ['--say', file('tones.wav'), '--record'];
  const { called, dial } = await stage({ ...BAD, seed: 17 }, ...words, file('called.wav'));
  const caller = dial(...words, file('caller.wav'), '--hang-up-after', '11');
  await expect(caller.ended).resolves.toBe(0);
  const ends = [caller.all('rtp')[0]!, await called.until('rtp')];
  ends.forEach(({ received, lost }, at) => {
    const sent = Number(ends[1 - at]!['sent']);
    expect(Number(received) / sent).toBeGreaterThan(0.7);
    expect(Number(received) / sent).toBeLessThan(0.9);
    expect(Math.abs(Number(received) + Number(lost) - sent)).toBeLessThan(15);
  });
  for (const name of ['caller.wav', 'called.wav']) {
    const heard = channelsOf(file(name))[1]!;
    const frames = Array.from(
      { length: Math.floor(heard.length / 160) },
      (_, at) => levelOf(heard, at * 160, 160) > -50,
    );
    // Five tones of 400 ms are 100 frames; 20 lost ones are filled from the ones before.
    expect(frames.filter((loud) => loud).length).toBeGreaterThan(88);
    expect(frames.filter((loud) => loud).length).toBeLessThan(112);
    const found = tonesIn(heard);
    expect(found.length).toBeGreaterThan(0);
    expect(tones).toEqual(expect.arrayContaining(found));
  }
});
