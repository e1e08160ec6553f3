import { header, packet, Phone, REMOTE } from '../../../../test/phone/harness/rtp-phone';
import { PCMU } from '../g711';
import { toneSamples } from '../tones/tone';

test('sends a packet every tick, numbered through wrap-arounds, to the address of the SDP', () => {
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

test('sends nothing without a remote address, or with 0.0.0.0, and time passes', () => {
  const phone = new Phone(1, null);
  phone.tick(100);
  phone.session.setRemote({ ...REMOTE, address: null });
  phone.tick(100);
  expect(phone.rtp).toEqual([]);
  phone.session.setRemote(REMOTE);
  phone.tick();
  expect(header(phone.rtp[0]!.bytes).timestamp).toBe((0xffff_ff00 + 10 * 160) >>> 0);
});

test('encodes silence', () => {
  const phone = new Phone();
  phone.tick();
  expect(new Set(phone.rtp[0]!.bytes.subarray(12))).toEqual(new Set([0xd5]));
});

test('sends keys as events: one timestamp, growing duration, three ends, then a talkspurt', () => {
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

test('sends no keys without events in the SDP', () => {
  const phone = new Phone(1, { ...REMOTE, events: null });
  expect([phone.session.press('1'), phone.session.keyDown('1')]).toEqual([false, false]);
});

test('continues audio beside keys in a separate stream', () => {
  const phone = new Phone();
  const press = (sequence: number, duration: number) =>
    packet(sequence, {
      ssrc: 77,
      payloadType: 101,
      payload: Uint8Array.of(5, 10, duration >> 8, duration & 255),
    });
  for (let at = 0; at < 4; at++) {
    phone.session.receiveRtp(packet(at), '10.0.0.2', 4_000, at * 20);
    const event = press(5_000, 160 * (at + 1));
    new DataView(event.buffer).setUint16(2, 900 + at);
    phone.session.receiveRtp(event, '10.0.0.2', 4_000, at * 20);
  }
  expect(phone.keys).toEqual(['5']);
  expect(phone.statistics).toMatchObject({ received: 4, lost: 0 });
  expect(Array.from({ length: 4 }, () => phone.hear()[0])).toEqual([
    0,
    0,
    PCMU.linear[200],
    PCMU.linear[200],
  ]);
});

test('reports received keys once', () => {
  const [one, other] = [new Phone(1), new Phone(2)];
  one.session.press('4#');
  one.tick(600);
  for (const { bytes } of one.rtp) other.session.receiveRtp(bytes, '10.0.0.2', 4_000, 0);
  expect(other.keys).toEqual(['4', '^', '#', '^']);
  expect(other.statistics.received).toBe(one.rtp.length);
});

test('releases a key that is down when the stream changes, and accepts it again', () => {
  const phone = new Phone();
  const held = (ssrc: number, sequence: number) =>
    packet(sequence, { ssrc, payloadType: 101, payload: Uint8Array.of(5, 10, 0, 160) });
  phone.session.receiveRtp(packet(1), '10.0.0.2', 4_000, 0);
  phone.session.receiveRtp(held(9, 2), '10.0.0.2', 4_000, 20);
  phone.session.receiveRtp(packet(1, { ssrc: 10 }), '10.0.0.2', 4_000, 40);
  phone.hear();
  phone.session.receiveRtp(held(10, 2), '10.0.0.2', 4_000, 60);
  expect(phone.keys).toEqual(['5', '^', '5']);
});

/** Lets two phones talk for a while; `loses` says which packets of the first are lost. */
function talk(seconds: number, loses: (n: number) => boolean): [Phone, Phone] {
  const [one, other] = [new Phone(1), new Phone(2)];
  let n = 0;
  for (let at = 0; at < seconds * 50; at++) {
    for (const phone of [one, other]) phone.tick();
    for (const { bytes } of one.rtp.splice(0))
      if (!loses(n++)) other.session.receiveRtp(bytes, '10.0.0.2', 4_000, other.now);
    for (const { bytes } of other.rtp.splice(0)) one.session.receiveRtp(bytes, '10.0.0.2', 4_000, one.now);
    // Reports take 10 ms each way.
    for (const { bytes, to } of one.rtcp.splice(0)) {
      expect(to).toMatch(/:400[01]$/);
      other.session.receiveRtcp(bytes, '10.0.0.2', 4_001, other.now + 10);
    }
    for (const { bytes } of other.rtcp.splice(0))
      one.session.receiveRtcp(bytes, '10.0.0.2', 4_001, one.now + 10);
  }
  return [one, other];
}

test('exchanges the other’s loss and the round-trip time by reports', () => {
  const [one, other] = talk(30, (n) => n % 10 === 3);
  expect(other.statistics).toMatchObject({ received: 1_350, lost: 150 });
  expect(one.statistics.lostThere).toBeGreaterThan(100);
  expect(one.statistics.lostThere).toBeLessThanOrEqual(150);
  expect(other.statistics.lostThere).toBe(0);
  // 20 ms to the end of the tick and 10 ms on the way, there and back.
  expect(one.statistics.roundTripMs).toBeCloseTo(60, 0);
  expect(one.statistics.silentMs).toBeLessThanOrEqual(20);
});

test('sends reports every 2.5 to 7.5 s, accepts them from known sources alone, and ends with a BYE', () => {
  const phone = new Phone();
  phone.tick(60_000);
  expect(phone.rtcp.length).toBeGreaterThan(7);
  expect(phone.rtcp.length).toBeLessThan(25);
  phone.session.close();
  expect(phone.rtcp.at(-1)!.bytes.at(-7)).toBe(203);
  phone.session.receiveRtcp(phone.rtcp[0]!.bytes, '6.6.6.6', 1, 0);
  phone.session.receiveRtcp(Uint8Array.of(1, 2, 3), '10.0.0.2', 1, 0);
  expect(phone.statistics.dropped).toMatchObject({ unknown_source: 1, malformed: 1 });
});

test('does not play the audio of time without ticks', () => {
  const phone = new Phone();
  for (let at = 0; at < 4; at++) {
    const payload = new Uint8Array(160).fill(200 + at);
    phone.session.receiveRtp(packet(at, { payload }), '10.0.0.2', 4_000, at * 20);
  }
  for (let at = 0; at < 2; at++) phone.hear();
  phone.session.skip(3);
  expect(phone.hear()[0]).toBe(PCMU.linear[203]);
});

test('sends no packets for time without ticks, and delays the next timestamp', () => {
  const phone = new Phone();
  phone.tick();
  phone.session.skip(50);
  phone.tick();
  const [first, second] = phone.rtp.map(({ bytes }) => header(bytes));
  expect((second!.timestamp - first!.timestamp) >>> 0).toBe(51 * 160);
  expect(second).toMatchObject({ marker: true, sequence: 65_531 });
});
