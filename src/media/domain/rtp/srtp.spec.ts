import { SrtpReceiver, SrtpSender } from './srtp';
import type { SrtpKey, SrtpSuite } from './srtp-keys';
import { NODE_PRIMITIVES } from '../../infrastructure/srtp-primitives';

const KEY = Buffer.from(Array.from({ length: 30 }, (_, at) => at * 7)).toString('base64');
const SUITES: readonly SrtpSuite[] = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'];
const TAG = { AES_CM_128_HMAC_SHA1_80: 10, AES_CM_128_HMAC_SHA1_32: 4 };

const own = (suite: SrtpSuite = SUITES[0]!): SrtpKey => ({ suite, key: KEY });

function plain(sequence: number, ssrc = 7): Buffer {
  const bytes = Buffer.alloc(172, sequence & 255);
  bytes.writeUInt16BE(0x8008, 0);
  bytes.writeUInt16BE(sequence & 0xffff, 2);
  bytes.writeUInt32BE(sequence * 160, 4);
  bytes.writeUInt32BE(ssrc, 8);
  return bytes;
}

/** Copies, as encryption is in place. */
function sealWith(sender: SrtpSender) {
  return (packet: Buffer): Buffer => {
    const room = Buffer.concat([packet, Buffer.alloc(10)]);
    return room.subarray(0, sender.protectRtp(room, packet.length));
  };
}

function pair(suite?: SrtpSuite) {
  const sender = new SrtpSender(NODE_PRIMITIVES, own(suite));
  const receiver = new SrtpReceiver(NODE_PRIMITIVES, own(suite));
  const receive = (sealed: Uint8Array) => {
    const bytes = Buffer.from(sealed);
    const length = receiver.unprotectRtp(bytes);
    return typeof length === 'number' ? bytes.subarray(0, length) : length;
  };
  return { sender, receiver, seal: sealWith(sender), receive };
}

describe.each(SUITES)('%s', (suite) => {
  test('hides the payload, adds a tag, and the receiver gets the packet back', () => {
    const { seal, receive } = pair(suite);
    const sealed = seal(plain(1));
    expect(sealed).toHaveLength(172 + TAG[suite]);
    expect(sealed.subarray(0, 12)).toEqual(plain(1).subarray(0, 12));
    expect(sealed.subarray(12, 28)).not.toEqual(plain(1).subarray(12, 28));
    expect(receive(sealed)).toEqual(plain(1));
  });

  test('drops a packet with any changed octet, which settles nothing', () => {
    const { seal, receive } = pair(suite);
    const sealed = seal(plain(1));
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(receive(changed)).toBe('authentication');
    }
    expect(receive(sealed)).toEqual(plain(1));
  });

  test('protects RTCP by a tag of 80 bits, an index, and against replays', () => {
    const { sender, receiver } = pair(suite);
    const report = Buffer.from('80c8000600000007aaaaaaaabbbbbbbbccccccccdddddddd000000ff', 'hex');
    const sealed = sender.protectRtcp(report);
    expect(sealed).toHaveLength(report.length + 4 + 10);
    expect(Buffer.from(sealed.subarray(8, 28))).not.toEqual(report.subarray(8));
    expect(receiver.unprotectRtcp(Buffer.from(sealed).fill(0, 20, 21))).toBe('authentication');
    const copy = Buffer.from(sealed);
    expect(receiver.unprotectRtcp(copy)).toBe(report.length);
    expect(copy.subarray(0, report.length)).toEqual(report);
    expect(receiver.unprotectRtcp(Buffer.from(sealed))).toBe('double');
    expect(receiver.unprotectRtcp(Buffer.from(sender.protectRtcp(report)))).toBe(report.length);
  });
});

test('accepts each packet once, and none that is older than 128', () => {
  const { seal, receive } = pair();
  const sealed = Array.from({ length: 400 }, (_, sequence) => seal(plain(sequence)));
  expect(receive(sealed[200]!)).toEqual(plain(200));
  expect(receive(sealed[200]!)).toBe('double');
  expect(receive(sealed[73]!)).toEqual(plain(73));
  expect(receive(sealed[73]!)).toBe('double');
  expect(receive(sealed[72]!)).toBe('double');
  for (let at = 399; at > 271; at--) expect(receive(sealed[at]!)).toEqual(plain(at));
  for (let at = 0; at < 400; at++) expect(receive(sealed[at]!)).toBe('double');
});

test('wraps the sequence across losses and reordering, for any length of a call', () => {
  const { seal, receive } = pair();
  const last = 3 * 65_536;
  expect(receive(seal(plain(65_000)))).toEqual(plain(65_000));
  for (let sequence = 65_001; sequence < last; sequence++) {
    const sealed = seal(plain(sequence));
    // Every 4,999th arrives, and both sides of a wrap, the later one first.
    if (sequence % 4_999 === 0) expect(receive(sealed)).toEqual(plain(sequence));
    if (sequence % 65_536 === 65_535) {
      const next = seal(plain(sequence + 1));
      expect(receive(next)).toEqual(plain(sequence + 1));
      expect(receive(sealed)).toEqual(plain(sequence));
      sequence++;
    }
  }
});

test('does not count a packet from before the first one as one of 65,536 later', () => {
  const { seal, receive } = pair();
  expect(receive(seal(plain(3)))).toEqual(plain(3));
  const other = pair();
  other.seal(plain(65_535));
  expect(receive(other.seal(plain(65_536 + 65_530)))).toBe('authentication');
  expect(receive(seal(plain(4)))).toEqual(plain(4));
});

test('separates streams of one sender, and bounds their number', () => {
  const { receive } = pair();
  const seals = Array.from({ length: 40 }, () => sealWith(new SrtpSender(NODE_PRIMITIVES, own())));
  for (const [ssrc, seal] of seals.entries()) expect(receive(seal(plain(1, ssrc)))).toEqual(plain(1, ssrc));
  for (let ssrc = 24; ssrc < 40; ssrc++)
    expect(receive(sealWith(new SrtpSender(NODE_PRIMITIVES, own()))(plain(1, ssrc)))).toBe('double');
});

test('continues the indexes with another suite of the same key', () => {
  const { sender, seal } = pair();
  seal(plain(65_535));
  seal(plain(65_536));
  expect(sender.continueWith(own(SUITES[1]))).toBe(true);
  expect(sender.continueWith({ ...own(), key: KEY.replace('A', 'B') })).toBe(false);
  const short = seal(plain(65_537));
  const { seal: full } = (() => {
    const again = pair();
    again.seal(plain(65_536 - 1));
    return again;
  })();
  expect(short.subarray(0, 172)).toEqual(full(plain(65_537)).subarray(0, 172));
});

test('drops what is no packet', () => {
  const { receiver } = pair();
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(12),
    Buffer.alloc(22, 0xff),
    Buffer.alloc(4_000, 0x80),
  ]) {
    expect(receiver.unprotectRtp(Buffer.from(bytes))).toBe('authentication');
    expect(receiver.unprotectRtcp(Buffer.from(bytes))).toBe('authentication');
  }
});
