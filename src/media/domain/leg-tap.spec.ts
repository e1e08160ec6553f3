import { FRAME_SAMPLES } from './frame';
import { PCMU } from './g711';
import { LegTap, TAP_SIDE_BYTES, type TappedBlock } from './leg-tap';
import { dtmfTone, toneSamples } from './tones/tone';

const frame = (value: number) => new Int16Array(FRAME_SAMPLES).fill(value);
const levels = (bytes: Uint8Array) => [...new Set(bytes)].map((byte) => PCMU.linear[byte]);

function setUp() {
  const blocks: TappedBlock[] = [];
  const tap = new LegTap((block) => blocks.push(block));
  let clockMs = 0;
  const tick = (count: number, sent = frame(0), received = frame(0)) => {
    for (let at = 0; at < count; at++, clockMs += 20) tap.add(sent, received, clockMs);
  };
  const sides = (at: number) => {
    const bytes = new Uint8Array(blocks[at]!.buffer);
    return [bytes.subarray(0, TAP_SIDE_BYTES), bytes.subarray(TAP_SIDE_BYTES)] as const;
  };
  return { tap, blocks, tick, sides };
}

test('has sent audio, then received audio in a block of 100 ms', () => {
  const { tick, blocks, sides } = setUp();
  tick(4, frame(1_020), frame(-2_044));
  expect(blocks).toHaveLength(0);
  tick(6, frame(1_020), frame(-2_044));
  expect(blocks.map(({ atMs }) => atMs)).toEqual([0, 100]);
  const [sent, received] = sides(1);
  expect([sent.length, received.length]).toEqual([800, 800]);
  expect(levels(sent)).toHaveLength(1);
  expect(Math.abs((levels(sent)[0] ?? 0) - 1_020)).toBeLessThan(40);
  expect(Math.abs((levels(received)[0] ?? 0) + 2_044)).toBeLessThan(80);
});

test('replaces the tones of keys by silence on both sides', () => {
  const { tick, sides } = setUp();
  const key = toneSamples({ ...dtmfTone('7')!, pattern: [100, 100] }, 100).slice(0, FRAME_SAMPLES);
  tick(5, key, key);
  for (const side of sides(0)) expect(levels(side)).toEqual([0]);
});

test('drops blocks beyond ten that were not returned, with a gap in the clock', () => {
  const { tap, tick, blocks } = setUp();
  tick(5 * 12);
  expect(blocks).toHaveLength(10);
  tap.giveBack(blocks[0]!.buffer);
  tick(5);
  expect(blocks.at(-1)).toEqual({ atMs: 1_200, buffer: blocks[0]!.buffer });
});

test('drops a block that lost time', () => {
  const { tap, tick, blocks } = setUp();
  tick(3);
  tap.skip();
  tick(5);
  expect(blocks.map(({ atMs }) => atMs)).toEqual([60]);
});
