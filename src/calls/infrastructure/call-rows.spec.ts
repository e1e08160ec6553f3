import type { CallState } from '../domain/call-state';
import { packetsOf } from './call-rows';

/** Calls whose own data has these sizes, in KiB. */
const calls = (...sizes: number[]) =>
  sizes.map(
    (size) => ({ variables: { text: 'x'.repeat(size * 1024) }, metadata: {} }) as unknown as CallState,
  );

test.each([
  ['nothing', [], []],
  ['what fits', [300, 300, 300], [3]],
  ['what is too much in two packets', [600, 300, 300], [2, 1]],
  ['each packet from its first call on', [600, 600, 600, 600], [1, 1, 1, 1]],
  ['many small ones in packets of 200', Array<number>(450).fill(0), [200, 200, 50]],
  ['a call above the limit alone', [2_000, 300, 2_000, 300], [1, 1, 1, 1]],
])('packs calls into packets: %s', async (_what, sizes, lengths) => {
  const packets = await packetsOf(calls(...sizes));
  expect(packets.map(({ length }) => length)).toEqual(lengths);
});
