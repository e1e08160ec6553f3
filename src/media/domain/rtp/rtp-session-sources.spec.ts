import { header, packet, Phone, REMOTE } from '../../../../test/phone/harness/rtp-phone';
import { PCMA, PCMU } from '../g711';

test('receives any G.711, for any sent codec, and comfort noise as silence', () => {
  const phone = new Phone();
  phone.session.receiveRtp(packet(0), '10.0.0.2', 4_000, 0);
  phone.session.receiveRtp(packet(1, { payloadType: 8 }), '10.0.0.2', 4_000, 20);
  phone.session.receiveRtp(packet(2, { payloadType: 13, payload: Uint8Array.of(70) }), '10.0.0.2', 4_000, 40);
  const heard = Array.from({ length: 6 }, () => phone.hear()[0]);
  expect(heard).toEqual([0, 0, PCMU.linear[200], PCMA.linear[200], 0, 0]);
  expect(phone.statistics).toMatchObject({ received: 3, lost: 0, concealedMs: 0 });
});

test('uses the payload types of the SDP: one number to send, another to receive', () => {
  const receive = new Map([[96, 'PCMA' as const]]);
  const phone = new Phone(1, {
    ...REMOTE,
    payloadType: 96,
    receive,
    events: { send: 97, receive: [97, 101] },
  });
  phone.tick();
  expect(header(phone.rtp[0]!.bytes).payloadType).toBe(96);
  phone.session.receiveRtp(packet(0, { payloadType: 96 }), '10.0.0.2', 4_000, 0);
  expect([phone.hear()[0], phone.hear()[0], phone.hear()[0]]).toEqual([0, 0, PCMA.linear[200]]);
  phone.session.receiveRtp(
    packet(1, { payloadType: 101, payload: Uint8Array.of(3, 10, 0, 160) }),
    '10.0.0.2',
    4_000,
    20,
  );
  expect(phone.keys).toEqual(['3']);
});

test('sends to where packets come from, once that is settled', () => {
  const phone = new Phone();
  phone.session.receiveRtp(packet(0), '10.0.0.2', 5_555, 0);
  phone.tick();
  expect(phone.rtp.at(-1)?.to).toBe('10.0.0.2:5555');
  phone.session.setRemote({ ...REMOTE, port: 6_000 });
  phone.tick();
  expect(phone.rtp.at(-1)?.to).toBe('10.0.0.2:6000');
});

test('sends reports to the address of a new SDP, until reports come from elsewhere', () => {
  const phone = new Phone();
  const far = new Phone(9);
  far.tick(3_000);
  const report = far.rtcp[0]!.bytes;
  const targets = () => {
    phone.rtcp.length = 0;
    phone.tick(8_000);
    return [...new Set(phone.rtcp.map(({ to }) => to))];
  };
  phone.session.receiveRtcp(report, '10.0.0.2', 7_777, 0);
  expect(targets()).toEqual(['10.0.0.2:7777']);
  phone.session.setRemote({ ...REMOTE, events: null });
  expect(targets()).toEqual(['10.0.0.2:7777']);
  phone.session.setRemote({ ...REMOTE, address: '10.0.0.3' });
  expect(targets()).toEqual(['10.0.0.3:4001']);
  phone.session.receiveRtcp(report, '10.0.0.3', 8_888, 0);
  expect(targets()).toEqual(['10.0.0.3:8888']);
  phone.session.setRemote({ ...REMOTE, address: null });
  expect(targets()).toEqual([]);
});

test("accepts the signalling's address and configured ranges as sources, and counts dropped strangers", () => {
  const phone = new Phone(1, { ...REMOTE, sources: ['192.0.2.1', '198.51.100.0/24'] });
  phone.session.receiveRtp(packet(0), '6.6.6.6', 4_000, 0);
  phone.session.receiveRtp(packet(0), '198.51.100.77', 4_000, 0);
  phone.session.receiveRtp(packet(1), '10.0.0.2', 4_000, 20);
  expect(phone.statistics).toMatchObject({ received: 1, dropped: { unknown_source: 1, other_source: 1 } });
});

test('sends nothing to an unknown first sender', () => {
  const phone = new Phone();
  for (let at = 0; at < 50; at++)
    phone.session.receiveRtp(packet(at, { ssrc: 666 }), '6.6.6.6', 4_000, at * 20);
  phone.tick();
  expect(phone.rtp[0]?.to).toBe('10.0.0.2:4000');
  expect(phone.hear().every((sample) => sample === 0)).toBe(true);
});

test('begins a new stream for a new SSRC from the settled source, and continues the counts', () => {
  const phone = new Phone();
  for (const at of [0, 1, 3]) phone.session.receiveRtp(packet(at), '10.0.0.2', 4_000, at * 20);
  phone.session.receiveRtp(packet(40_000, { ssrc: 10 }), '10.0.0.2', 4_000, 80);
  const heard = Array.from({ length: 3 }, () => phone.hear()[0]);
  expect(heard).toEqual([0, 0, PCMU.linear[200]]);
  expect(phone.statistics).toMatchObject({ received: 4, lost: 1 });
});

test('drops earlier audio at the 200, and chooses the source again', () => {
  const phone = new Phone();
  phone.session.receiveRtp(packet(0), '10.0.0.2', 4_000, 0);
  phone.session.onAnswered();
  expect(phone.hear().every((sample) => sample === 0)).toBe(true);
  phone.session.receiveRtp(packet(1), '10.0.0.2', 7_000, 20);
  expect(phone.statistics).toMatchObject({ received: 2, dropped: { other_source: 0 } });
});

test.each([
  ['cut', packet(0).subarray(0, 8), 'malformed'],
  ['without audio', packet(0, { payload: new Uint8Array() }), 'malformed'],
  ['much too long', packet(0, { payload: new Uint8Array(1_400) }), 'malformed'],
  ['of a codec that nobody offered', packet(0, { payloadType: 18 }), 'payload_type'],
  ['that came before', packet(7), 'double'],
] as const)('drops and counts a packet %s', (_, bytes, reason) => {
  const phone = new Phone();
  phone.session.receiveRtp(packet(7), '10.0.0.2', 4_000, 0);
  phone.session.receiveRtp(bytes, '10.0.0.2', 4_000, 10);
  expect(phone.statistics.dropped[reason]).toBe(1);
  expect(phone.statistics.received).toBe(1);
});
