import { DtmfReceiver, DtmfSender, EVENT_BYTES, keysIn } from './dtmf';

interface Sent {
  readonly at: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly bytes: Uint8Array;
}

/** Frame by frame, as a leg asks; the release of a held key comes before frame `releaseAt`. */
function sending(start: (sender: DtmfSender) => void, frames: number, releaseAt = -1): Sent[] {
  const sender = new DtmfSender();
  start(sender);
  const sent: Sent[] = [];
  for (let at = 0; at < frames; at++) {
    if (at === releaseAt) sender.release();
    const bytes = new Uint8Array(EVENT_BYTES);
    const packet = sender.next((at * 160) >>> 0, bytes, 0);
    if (packet) sent.push({ at, ...packet, bytes });
  }
  return sent;
}
const durations = (sent: readonly Sent[]) => sent.map(({ bytes }) => (bytes[2]! << 8) | bytes[3]!);
const ends = (sent: readonly Sent[]) => sent.map(({ bytes }) => bytes[1]! >> 7);

test('sends a key as a growing duration, then three equal ends, all with the timestamp of its start', () => {
  const sent = sending((sender) => sender.press('5'), 20);
  expect(durations(sent)).toEqual([160, 320, 480, 640, 800, 800, 800]);
  expect(ends(sent)).toEqual([0, 0, 0, 0, 1, 1, 1]);
  expect(sent.map(({ marker }) => marker)).toEqual([true, false, false, false, false, false, false]);
  expect(new Set(sent.map(({ timestamp }) => timestamp))).toEqual(new Set([0]));
  expect(sent.every(({ bytes }) => bytes[0] === 5 && (bytes[1]! & 0x3f) === 10)).toBe(true);
});

test('separates keys by a pause', () => {
  const sent = sending((sender) => sender.press('1#'), 30);
  expect(sent.map(({ bytes }) => bytes[0])).toEqual([
    ...Array<number>(7).fill(1),
    ...Array<number>(7).fill(11),
  ]);
  expect(sent[7]!.at - sent[6]!.at).toBeGreaterThan(4);
  expect(sent[7]!.marker).toBe(true);
});

test('extends a key until it is released', () => {
  const sent = sending((sender) => sender.keyDown('9'), 60, 30);
  expect(Math.max(...durations(sent))).toBe(31 * 160);
  expect(ends(sent).filter((end) => end === 1)).toHaveLength(3);
});

test('ends an unreleased key when its duration can grow no further', () => {
  const sent = sending((sender) => sender.keyDown('9'), 600);
  expect(Math.max(...durations(sent))).toBeLessThanOrEqual(0xffff);
  expect(ends(sent).slice(-3)).toEqual([1, 1, 1]);
});

test('limits the queue of keys', () => {
  const sender = new DtmfSender();
  expect(sender.press('1'.repeat(1_000))).toBe(128);
  expect(sender.press('2')).toBe(0);
});

/** The keys that a receiver reports of packets, and when they come up. */
function received(packets: readonly Sent[], receiver = new DtmfReceiver()): string {
  return packets
    .map(({ timestamp, bytes, at }) => receiver.receive(timestamp, bytes, 0, bytes.length, at * 20))
    .map((move) => (move?.move === 'down' ? move.key : move ? '^' : ''))
    .join('');
}
const two = sending((sender) => sender.press('12'), 30);

test.each([
  ['all packets', two, '1^2^'],
  ['each twice', two.flatMap((packet) => [packet, packet]), '1^2^'],
  ['only the last ends', [two[6]!, two[13]!], '12'],
  ['no end at all', two.filter((_, at) => ends(two)[at] === 0), '12'],
  [
    'in disorder',
    [two[1]!, two[0]!, two[4]!, two[2]!, two[6]!, two[5]!, two[8]!, two[3]!, two[7]!, two[12]!],
    '1^2^',
  ],
  ['the same key twice', sending((sender) => sender.press('77'), 30), '7^7^'],
  ['late packets of the key before', [...two.slice(0, 9), ...two.slice(0, 7), ...two.slice(9)], '1^2^'],
])('reports one press: %s', (_, packets, expected) => expect(received(packets)).toBe(expected));

test('releases a press whose end is lost after a while', () => {
  const receiver = new DtmfReceiver();
  received(two.slice(0, 3), receiver);
  expect(receiver.expire(200)).toBeNull();
  expect(receiver.expire(300)).toEqual({ move: 'up' });
  expect(receiver.expire(400)).toBeNull();
});

test.each([
  ['once', [two[6]!]],
  ['in doubles', [two[6]!, two[6]!, two[6]!]],
])('releases a press of which only the end came, %s, once', (_, packets) => {
  const receiver = new DtmfReceiver();
  const moves = received(packets, receiver);
  const later = [140, 160, 400].map((nowMs) => (receiver.expire(nowMs) ? '^' : ''));
  expect([moves, ...later].join('')).toBe('1^');
});

test('releases a press that a new stream breaks off', () => {
  const receiver = new DtmfReceiver();
  received(two.slice(0, 3), receiver);
  receiver.reset();
  expect([60, 80].map((nowMs) => receiver.expire(nowMs))).toEqual([{ move: 'up' }, null]);
});

test('joins two segments of one press', () => {
  const long = (timestamp: number, duration: number, end = 0) => ({
    at: 0,
    timestamp,
    marker: false,
    bytes: Uint8Array.of(3, end | 10, duration >> 8, duration & 255),
  });
  expect(
    received([
      long(1_000, 160),
      long(1_000, 0xffff),
      long(1_000 + 0xffff, 160),
      long(1_000 + 0xffff, 800, 0x80),
    ]),
  ).toBe('3^');
});

test('wraps timestamps around, and ignores truncated events and unknown keys', () => {
  const receiver = new DtmfReceiver();
  const press = (timestamp: number, code = 1) =>
    receiver.receive(timestamp, Uint8Array.of(code, 0x8a, 3, 32), 0, 4, 0);
  expect(press(0xffff_ff00)).toMatchObject({ key: '1' });
  expect(press(0x100)).toMatchObject({ key: '1' });
  expect(press(0xffff_ff00)).toBeNull();
  expect(press(0x900, 16)).toBeNull();
  expect(receiver.receive(0x900, Uint8Array.of(1, 0), 0, 2, 0)).toBeNull();
});

test('accepts a restarted sender with lower timestamps', () => {
  const receiver = new DtmfReceiver();
  const press = (timestamp: number) => receiver.receive(timestamp, Uint8Array.of(1, 0x8a, 3, 32), 0, 4, 0);
  press(1_000_000);
  expect(press(500)).toMatchObject({ key: '1' });
});

test('splits a text into keys', () => expect(keysIn('12 #x*d')).toBe('12#*D'));
