import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { levelOf } from '../../src/media/domain/frame';
import { LossyNetwork } from './harness/lossy-network';
import { hangUpAll, Softphone } from './harness/softphone';
import { channelsOf, tonesIn, writeTones } from './harness/sounds';

const BAD = { loss: 0.2, doubles: 0.1, delayMs: [5, 45] } as const;

jest.setTimeout(60_000);
const folder = mkdtempSync(join(tmpdir(), 'aics-lossy-'));
const file = (name: string) => join(folder, name);
const tones = [700, 900, 1_100, 1_300, 1_500];
// Before Jest starts tests that run at once; hooks come too late for them.
writeTones(file('tones.wav'), ...tones);
const networks: LossyNetwork[] = [];
afterAll(async () => {
  await hangUpAll();
  await Promise.all(networks.map((network) => network.close()));
  rmSync(folder, { recursive: true });
});

/** A phone, its calls, and the bad network between: each side has an address of the network for the other. */
async function setUp(seed: number, ...words: readonly string[]) {
  const net = `127.0.${seed}`;
  const [far, near] = [
    { real: `${net}.1`, seen: `${net}.8` },
    { real: `${net}.2`, seen: `${net}.9` },
  ];
  const called = await Softphone.listening(far.real, ...words);
  const port = Number(called.address.split(':')[1]);
  const network = new LossyNetwork([far, near], { ...BAD, seed });
  networks.push(network);
  await network.open(port);
  const dial = (...more: readonly string[]) =>
    new Softphone('--json', '--listen', `${near.real}:0`, '--dial', `sip:100@${far.seen}:${port}`, ...more);
  return { called, dial, network };
}

test.concurrent(
  'answers and ends six calls correctly in a network that loses, duplicates, delays and reorders',
  async () => {
    const { called, dial, network } = await setUp(5, '--answer-after', '0.2');
    const callers = Array.from({ length: 6 }, () => dial('--hang-up-after', '1'));
    await expect(Promise.all(callers.map(({ ended }) => ended))).resolves.toEqual(Array(6).fill(0));
    for (const caller of callers) {
      expect(caller.all('answered')).toHaveLength(1);
      expect(caller.all('ended')).toMatchObject([{ by: 'local' }]);
    }
    await called.until('ended', ({ call }) => call === 6);
    expect(called.all('ended').map(({ by }) => by)).toEqual(Array(6).fill('remote'));
    expect(network.lost).toBeGreaterThan(10);
    expect(network.doubled).toBeGreaterThan(5);
  },
);

test.concurrent('ends both sides when the called phone hangs up', async () => {
  const { called, dial } = await setUp(7, '--hang-up-after', '0.5');
  const caller = dial();
  await expect(caller.ended).resolves.toBe(0);
  await expect(called.until('ended')).resolves.toMatchObject({ by: 'local' });
});

test.concurrent('ends both sides when the called phone refuses', async () => {
  const { dial } = await setUp(11, '--reject', '486');
  const caller = dial();
  await expect(caller.ended).resolves.toBe(1);
  expect(caller.all('ended')).toMatchObject([{ by: 'remote', status: 486 }]);
});

test.concurrent('ends both sides when the caller gives up', async () => {
  const { called, dial } = await setUp(13, '--answer-after', 'never');
  const caller = dial();
  await caller.until('ringing');
  await caller.stop();
  await expect(called.until('ended')).resolves.toMatchObject({ by: 'remote', reason: 'CANCEL' });
});

/**
 * How long one side sent and the other did not listen: a 200 or a BYE that is lost comes again half a second later, so one
 * begins, or ends, before the other.
 */
function unheardMs(sender: Softphone, receiver: Softphone): number {
  const at = (phone: Softphone, event: string) => phone.all(event)[0]!.at_ms;
  const before = at(receiver, 'answered') - at(sender, 'answered');
  const after = at(sender, 'ended') - at(receiver, 'ended');
  return Math.max(0, before) + Math.max(0, after);
}

test.concurrent(
  'passes speech with the delivery rate of the network each way, and conceals gaps',
  async () => {
    const words = ['--say', file('tones.wav'), '--record'];
    const { called, dial } = await setUp(17, ...words, file('called.wav'));
    const caller = dial(...words, file('caller.wav'), '--hang-up-after', '11');
    await expect(caller.ended).resolves.toBe(0);
    const sides = [caller, called];
    const ends = [caller.all('rtp')[0]!, await called.until('rtp')];
    ends.forEach(({ received, lost }, at) => {
      const sent = Number(ends[1 - at]!['sent']);
      expect(Number(received) / sent).toBeGreaterThan(0.7);
      expect(Number(received) / sent).toBeLessThan(0.9);
      const listened = sent - unheardMs(sides[1 - at]!, sides[at]!) / 20;
      expect(Math.abs(Number(received) + Number(lost) - listened)).toBeLessThan(15);
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
      expect(tonesIn(heard)).toEqual(tones);
    }
  },
);
