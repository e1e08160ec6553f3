import type { KeyMove } from './dtmf';
import { PCMA, PCMU } from './g711';
import { emptyPacket, readRtp, writeRtpHeader } from './rtp-packet';
import { type RtpRemote, RtpSession } from './rtp-session';
import { toneSamples } from './tone';

interface Datagram {
  readonly bytes: Uint8Array;
  readonly to: string;
}

const REMOTE: RtpRemote = {
  address: '10.0.0.2',
  port: 4_000,
  codec: 'PCMA',
  events: { send: 101, receive: [101] },
  sources: [],
};

/** A session whose packets are kept. */
class Phone {
  readonly rtp: Datagram[] = [];
  readonly rtcp: Datagram[] = [];
  readonly keys: string[] = [];
  readonly session: RtpSession;
  readonly frame = new Int16Array(160);
  now = 0;

  constructor(ssrc = 1, remote: RtpRemote | null = REMOTE) {
    this.session = new RtpSession(
      { ssrc, sequence: 65_530, timestamp: 0xffff_ff00, cname: 'a@b' },
      {
        rtp: (bytes, length, address, port) =>
          this.rtp.push({ bytes: bytes.slice(0, length), to: `${address}:${port}` }),
        rtcp: (bytes, address, port) => this.rtcp.push({ bytes, to: `${address}:${port}` }),
      },
      (move: NonNullable<KeyMove>) => this.keys.push(move.move === 'down' ? move.key : '^'),
    );
    if (remote) this.session.setRemote(remote);
  }

  tick(ms = 20, frame: Int16Array = this.frame.fill(0)): void {
    for (const until = this.now + ms; this.now < until; this.now += 20) this.session.send(frame, this.now);
  }

  hear(): Int16Array {
    const frame = new Int16Array(160);
    this.session.receive(frame, this.now);
    return frame;
  }

  get statistics() {
    return this.session.statistics(this.now);
  }
}

/** A packet of PCMU. */
function packet(
  sequence: number,
  { ssrc = 9, payloadType = 0, payload = new Uint8Array(160).fill(200) } = {},
) {
  const bytes = new Uint8Array(12 + payload.length);
  writeRtpHeader(bytes, payloadType, false, sequence & 0xffff, (sequence * 160) >>> 0, ssrc);
  bytes.set(payload, 12);
  return bytes;
}

const header = (bytes: Uint8Array) => {
  const read = emptyPacket();
  readRtp(bytes, read);
  return read;
};

test('a packet every tick, numbered through wrap-arounds, to the address of the SDP', () => {
  const phone = new Phone();
  phone.tick(200, toneSamples({ hertz: [400], pattern: null, level: -10 }, 20));
  expect(phone.rtp.map(({ to }) => to)).toEqual(Array(10).fill('10.0.0.2:4000'));
  const headers = phone.rtp.map(({ bytes }) => header(bytes));
  expect(headers.map(({ sequence }) => sequence)).toEqual([
    65_530, 65_531, 65_532, 65_533, 65_534, 65_535, 0, 1, 2, 3,
  ]);
  expect(headers.map(({ timestamp }) => timestamp).slice(0, 3)).toEqual([0xffff_ff00, 0xffff_ffa0, 0x40]);
  expect(headers.map(({ marker }) => marker)).toEqual([true, ...Array<boolean>(9).fill(false)]);
  expect(headers[0]).toMatchObject({ payloadType: 8, ssrc: 1, payloadLength: 160 });
});

test('without a remote, or with one on 0.0.0.0, nothing is sent, and time passes', () => {
  const phone = new Phone(1, null);
  phone.tick(100);
  phone.session.setRemote({ ...REMOTE, address: null });
  phone.tick(100);
  expect(phone.rtp).toEqual([]);
  phone.session.setRemote(REMOTE);
  phone.tick();
  expect(header(phone.rtp[0]!.bytes).timestamp).toBe((0xffff_ff00 + 10 * 160) >>> 0);
});

test('silence is encoded silence', () => {
  const phone = new Phone();
  phone.tick();
  expect(new Set(phone.rtp[0]!.bytes.subarray(12))).toEqual(new Set([PCMA.silence]));
});

test('keys are events: one timestamp, growing duration, three ends, then audio that begins a talkspurt', () => {
  const phone = new Phone();
  phone.tick(40);
  phone.session.press('5');
  expect(phone.session.pressing).toBe(true);
  phone.tick(400);
  const sent = phone.rtp.map(({ bytes }) => ({ ...header(bytes), bytes }));
  const events = sent.filter(({ payloadType }) => payloadType === 101);
  expect(events.map(({ bytes }) => (bytes[14]! << 8) | bytes[15]!)).toEqual([
    160, 320, 480, 640, 800, 800, 800,
  ]);
  expect(events.map(({ bytes }) => bytes[13]! >> 7)).toEqual([0, 0, 0, 0, 1, 1, 1]);
  expect(new Set(events.map(({ timestamp }) => timestamp)).size).toBe(1);
  const after = sent[sent.indexOf(events.at(-1)!) + 1]!;
  expect(after).toMatchObject({ payloadType: 8, marker: true });
  // Audio time went on while the key was pressed.
  expect((after.timestamp - sent[1]!.timestamp) >>> 0).toBe(8 * 160);
  expect(new Set(sent.map(({ sequence }) => sequence)).size).toBe(sent.length);
});

test("without events in the SDP, keys are somebody else's business", () => {
  const phone = new Phone(1, { ...REMOTE, events: null });
  expect([phone.session.press('1'), phone.session.hold('1')]).toEqual([false, false]);
});

test('any G.711 is heard, whatever is sent; comfort noise is silence', () => {
  const phone = new Phone();
  phone.session.take(packet(0), '10.0.0.2', 4_000, 0);
  phone.session.take(packet(1, { payloadType: 8 }), '10.0.0.2', 4_000, 20);
  phone.session.take(packet(2, { payloadType: 13, payload: Uint8Array.of(70) }), '10.0.0.2', 4_000, 40);
  const heard = Array.from({ length: 6 }, () => phone.hear()[0]);
  expect(heard).toEqual([0, 0, PCMU.linear[200], PCMA.linear[200], 0, 0]);
  expect(phone.statistics).toMatchObject({ received: 3, lost: 0, concealedMs: 0 });
});

test('payload types of the SDP count: another number for what is sent, and for what comes', () => {
  const receive = new Map([[96, 'PCMA' as const]]);
  const phone = new Phone(1, {
    ...REMOTE,
    payloadType: 96,
    receive,
    events: { send: 97, receive: [97, 101] },
  });
  phone.tick();
  expect(header(phone.rtp[0]!.bytes).payloadType).toBe(96);
  phone.session.take(packet(0, { payloadType: 96 }), '10.0.0.2', 4_000, 0);
  expect([phone.hear()[0], phone.hear()[0], phone.hear()[0]]).toEqual([0, 0, PCMA.linear[200]]);
  phone.session.take(
    packet(1, { payloadType: 101, payload: Uint8Array.of(3, 10, 0, 160) }),
    '10.0.0.2',
    4_000,
    20,
  );
  expect(phone.keys).toEqual(['3']);
});

test('packets go to where packets come from, once that is settled', () => {
  const phone = new Phone();
  phone.session.take(packet(0), '10.0.0.2', 5_555, 0);
  phone.tick();
  expect(phone.rtp.at(-1)?.to).toBe('10.0.0.2:5555');
  phone.session.setRemote({ ...REMOTE, port: 6_000 });
  phone.tick();
  expect(phone.rtp.at(-1)?.to).toBe('10.0.0.2:6000');
});

test("the signalling's address and configured ranges are sources, too; strangers are dropped and counted", () => {
  const phone = new Phone(1, { ...REMOTE, sources: ['192.0.2.1', '198.51.100.0/24'] });
  phone.session.take(packet(0), '6.6.6.6', 4_000, 0);
  phone.session.take(packet(0), '198.51.100.77', 4_000, 0);
  phone.session.take(packet(1), '10.0.0.2', 4_000, 20);
  expect(phone.statistics).toMatchObject({ received: 1, dropped: { unknown_source: 1, other_source: 1 } });
});

test('whoever sends first gets nothing when he is not the other side', () => {
  const phone = new Phone();
  for (let at = 0; at < 50; at++) phone.session.take(packet(at, { ssrc: 666 }), '6.6.6.6', 4_000, at * 20);
  phone.tick();
  expect(phone.rtp[0]?.to).toBe('10.0.0.2:4000');
  expect(phone.hear().every((sample) => sample === 0)).toBe(true);
});

test('a new SSRC from the settled source is a new stream at once, and the counts go on', () => {
  const phone = new Phone();
  for (const at of [0, 1, 3]) phone.session.take(packet(at), '10.0.0.2', 4_000, at * 20);
  phone.session.take(packet(40_000, { ssrc: 10 }), '10.0.0.2', 4_000, 80);
  const heard = Array.from({ length: 3 }, () => phone.hear()[0]);
  expect(heard).toEqual([0, 0, PCMU.linear[200]]);
  expect(phone.statistics).toMatchObject({ received: 4, lost: 1 });
});

test('at the 200 what came before is thrown away, and the source is settled anew', () => {
  const phone = new Phone();
  phone.session.take(packet(0), '10.0.0.2', 4_000, 0);
  phone.session.answered();
  expect(phone.hear().every((sample) => sample === 0)).toBe(true);
  phone.session.take(packet(1), '10.0.0.2', 7_000, 20);
  expect(phone.statistics).toMatchObject({ received: 2, dropped: { other_source: 0 } });
});

test.each([
  ['cut', packet(0).subarray(0, 8), 'malformed'],
  ['without audio', packet(0, { payload: new Uint8Array() }), 'malformed'],
  ['much too long', packet(0, { payload: new Uint8Array(1_400) }), 'malformed'],
  ['of a codec that nobody offered', packet(0, { payloadType: 18 }), 'payload_type'],
  ['that came before', packet(7), 'double'],
] as const)('a packet %s is dropped and counted', (_, bytes, reason) => {
  const phone = new Phone();
  phone.session.take(packet(7), '10.0.0.2', 4_000, 0);
  phone.session.take(bytes, '10.0.0.2', 4_000, 10);
  expect(phone.statistics.dropped[reason]).toBe(1);
  expect(phone.statistics.received).toBe(1);
});

test('received keys are reported once', () => {
  const [one, other] = [new Phone(1), new Phone(2)];
  one.session.press('4#');
  one.tick(600);
  for (const { bytes } of one.rtp) other.session.take(bytes, '10.0.0.2', 4_000, 0);
  expect(other.keys).toEqual(['4', '^', '#', '^']);
});

/** Lets two phones talk for a while; `loses` says which packets of the first are lost. */
function talk(seconds: number, loses: (n: number) => boolean): [Phone, Phone] {
  const [one, other] = [new Phone(1), new Phone(2)];
  let n = 0;
  for (let at = 0; at < seconds * 50; at++) {
    for (const phone of [one, other]) phone.tick();
    for (const { bytes } of one.rtp.splice(0))
      if (!loses(n++)) other.session.take(bytes, '10.0.0.2', 4_000, other.now);
    for (const { bytes } of other.rtp.splice(0)) one.session.take(bytes, '10.0.0.2', 4_000, one.now);
    // Reports take 10 ms each way.
    for (const { bytes, to } of one.rtcp.splice(0)) {
      expect(to).toMatch(/:400[01]$/);
      other.session.takeRtcp(bytes, '10.0.0.2', 4_001, other.now + 10);
    }
    for (const { bytes } of other.rtcp.splice(0))
      one.session.takeRtcp(bytes, '10.0.0.2', 4_001, one.now + 10);
  }
  return [one, other];
}

test('reports tell each side what the other lost, and how long the way is', () => {
  const [one, other] = talk(30, (n) => n % 10 === 3);
  expect(other.statistics).toMatchObject({ received: 1_350, lost: 150 });
  expect(one.statistics.lostThere).toBeGreaterThan(100);
  expect(one.statistics.lostThere).toBeLessThanOrEqual(150);
  expect(other.statistics.lostThere).toBe(0);
  // 20 ms to the end of the tick and 10 ms on the way, there and back.
  expect(one.statistics.roundTripMs).toBeCloseTo(60, 0);
  expect(one.statistics.silentMs).toBeLessThanOrEqual(20);
});

test('reports come every 2.5 to 7.5 s, from known sources alone; the last one says goodbye', () => {
  const phone = new Phone();
  phone.tick(60_000);
  expect(phone.rtcp.length).toBeGreaterThan(7);
  expect(phone.rtcp.length).toBeLessThan(25);
  phone.session.close();
  expect(phone.rtcp.at(-1)!.bytes.at(-7)).toBe(203);
  phone.session.takeRtcp(phone.rtcp[0]!.bytes, '6.6.6.6', 1, 0);
  phone.session.takeRtcp(Uint8Array.of(1, 2, 3), '10.0.0.2', 1, 0);
  expect(phone.statistics.dropped).toMatchObject({ unknown_source: 1, malformed: 1 });
});

test('time without ticks is no packets: the next one is as much later', () => {
  const phone = new Phone();
  phone.tick();
  phone.session.skip(50);
  phone.tick();
  const [first, second] = phone.rtp.map(({ bytes }) => header(bytes));
  expect((second!.timestamp - first!.timestamp) >>> 0).toBe(51 * 160);
  expect(second).toMatchObject({ marker: true, sequence: 65_531 });
});
