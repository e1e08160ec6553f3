import { packet, Phone, REMOTE } from '../../../../test/phone/harness/rtp-phone';
import { RtpSession } from './rtp-session';
import type { RtpRemote } from './rtp-remote';
import { SrtpReceiver, SrtpSender } from './srtp';
import type { SrtpKey } from './srtp-keys';
import { NODE_PRIMITIVES } from '../../infrastructure/srtp-primitives';

const key = (letter: string): SrtpKey => ({ suite: 'AES_CM_128_HMAC_SHA1_80', key: letter.repeat(40) });
const OURS = key('o');
const THEIRS = key('t');
const ENCRYPTED: RtpRemote = { ...REMOTE, srtp: { send: OURS, receive: THEIRS } };
const AT = ['10.0.0.2', 4_000] as const;

function sealWith(sender: SrtpSender, bytes: Uint8Array): Uint8Array {
  const room = Buffer.concat([bytes, Buffer.alloc(10)]);
  return room.subarray(0, sender.protectRtp(room, bytes.length));
}

test('sends and receives SRTP and SRTCP, and reports it', () => {
  const phone = new Phone(1, ENCRYPTED);
  const far = new SrtpSender(NODE_PRIMITIVES, THEIRS);
  const reader = new SrtpReceiver(NODE_PRIMITIVES, OURS);
  for (let at = 0; at < 10; at++) phone.session.receiveRtp(sealWith(far, packet(at)), ...AT, at * 20);
  phone.tick(6_000);
  expect(phone.rtp[0]?.bytes).toHaveLength(182);
  for (const { bytes } of phone.rtp) {
    expect(reader.unprotectRtp(bytes)).toBe(172);
    expect(new Set(bytes.subarray(12, 172))).toEqual(new Set([0xd5]));
  }
  const [report] = phone.rtcp;
  expect(reader.unprotectRtcp(report!.bytes)).toBe(report!.bytes.length - 14);
  expect(phone.statistics).toMatchObject({ received: 10, isEncrypted: true, line: { encrypted: true } });
});

test('counts packets that do not authenticate, and settles no address by them', () => {
  const phone = new Phone(1, ENCRYPTED);
  const far = new SrtpSender(NODE_PRIMITIVES, THEIRS);
  phone.session.receiveRtp(packet(1), '10.0.0.2', 6_666, 0);
  phone.session.receiveRtp(sealWith(new SrtpSender(NODE_PRIMITIVES, OURS), packet(1)), '10.0.0.2', 6_666, 0);
  phone.session.receiveRtcp(Buffer.from('80c900010000000980ca000100000009', 'hex'), '10.0.0.2', 6_667, 0);
  phone.tick();
  expect(phone.rtp[0]?.to).toBe('10.0.0.2:4000');
  expect(phone.statistics).toMatchObject({ received: 0, dropped: { authentication: 3 } });
  phone.session.receiveRtp(sealWith(far, packet(2)), '10.0.0.2', 4_444, 20);
  phone.tick();
  expect(phone.rtp[1]?.to).toBe('10.0.0.2:4444');
});

test('counts a replay as a duplicate', () => {
  const phone = new Phone(1, ENCRYPTED);
  const sealed = sealWith(new SrtpSender(NODE_PRIMITIVES, THEIRS), packet(1));
  for (let times = 0; times < 3; times++) phone.session.receiveRtp(Buffer.from(sealed), ...AT, times);
  expect(phone.statistics).toMatchObject({ received: 1, dropped: { double: 2, authentication: 0 } });
});

test('continues the stream after a new SDP with the same keys', () => {
  const phone = new Phone(1, ENCRYPTED);
  const far = new SrtpSender(NODE_PRIMITIVES, THEIRS);
  const reader = new SrtpReceiver(NODE_PRIMITIVES, OURS);
  // The sequence begins at 65,530: it wraps before the second SDP.
  phone.tick(200);
  phone.session.receiveRtp(sealWith(far, packet(65_535)), ...AT, 0);
  phone.session.receiveRtp(sealWith(far, packet(0)), ...AT, 20);
  phone.session.setRemote({ ...ENCRYPTED, port: 5_000 });
  phone.session.receiveRtp(sealWith(far, packet(1)), ...AT, 40);
  phone.tick(200);
  expect(phone.rtp.map(({ bytes }) => reader.unprotectRtp(bytes))).toEqual(Array(20).fill(172));
  expect(phone.statistics).toMatchObject({ received: 3, dropped: { authentication: 0 } });
});

describe('a new key of the far side', () => {
  const NEXT = key('n');
  const LAST = key('l');

  /** Receives a sequence that wraps, then an SDP with each key. */
  function rekeyed(...keys: readonly SrtpKey[]) {
    const phone = new Phone(1, ENCRYPTED);
    const old = new SrtpSender(NODE_PRIMITIVES, THEIRS);
    let at = 0;
    const receive = (far: SrtpSender, sequence: number): void =>
      phone.session.receiveRtp(sealWith(far, packet(sequence)), ...AT, (at += 20));
    for (const sequence of [65_534, 65_535, 0]) receive(old, sequence);
    for (const receiveKey of keys)
      phone.session.setRemote({ ...ENCRYPTED, srtp: { send: OURS, receive: receiveKey } });
    return { phone, old, receive };
  }

  /** A sender whose sequence wrapped once before. */
  function wrapped(far: SrtpKey): SrtpSender {
    const sender = new SrtpSender(NODE_PRIMITIVES, far);
    for (const sequence of [65_535, 0]) sealWith(sender, packet(sequence));
    return sender;
  }

  test.each([
    ['continues the roll-over counter', wrapped(NEXT)],
    ['restarts the roll-over counter', new SrtpSender(NODE_PRIMITIVES, NEXT)],
  ])('%s', (_, far) => {
    const { phone, receive } = rekeyed(NEXT);
    for (const sequence of [1, 2, 3]) receive(far, sequence);
    expect(phone.statistics).toMatchObject({ received: 6, dropped: { authentication: 0 } });
  });

  test('continues the roll-over counter although the key before it was never used', () => {
    const { phone, receive } = rekeyed(NEXT, LAST);
    receive(wrapped(LAST), 1);
    expect(phone.statistics).toMatchObject({ received: 4, dropped: { authentication: 0 } });
  });

  test('drops no packet that was under way with the previous key, and none of it later', () => {
    const { phone, old, receive } = rekeyed(NEXT);
    const far = wrapped(NEXT);
    receive(old, 1);
    receive(old, 2);
    receive(far, 3);
    expect(phone.statistics).toMatchObject({ received: 6, dropped: { authentication: 0 } });
    receive(old, 4);
    expect(phone.statistics).toMatchObject({ received: 6, dropped: { authentication: 1 } });
  });
});

test('encrypts every key event in its own packet', () => {
  const phone = new Phone(1, ENCRYPTED);
  const reader = new SrtpReceiver(NODE_PRIMITIVES, OURS);
  phone.session.press('5');
  phone.tick(400);
  const types = phone.rtp.map(({ bytes }) => {
    expect(reader.unprotectRtp(bytes)).not.toBe('authentication');
    return bytes[1]! & 0x7f;
  });
  expect(types.filter((type) => type === 101)).toHaveLength(7);
});

test('loses no audio whose sequence wraps on both sides', () => {
  let now = 0;
  const sessions: RtpSession[] = [];
  const session = (ssrc: number, to: () => RtpSession | undefined) =>
    new RtpSession(
      { ssrc, sequence: 30_000, timestamp: 0, cname: 'a@b' },
      {
        rtp: (bytes, length) => to()?.receiveRtp(Buffer.from(bytes.subarray(0, length)), ...AT, now),
        rtcp: (bytes) => to()?.receiveRtcp(Buffer.from(bytes), ...AT, now),
      },
      () => undefined,
      NODE_PRIMITIVES,
    );
  sessions.push(
    session(1, () => sessions[1]),
    session(2, () => sessions[0]),
  );
  sessions[0]!.setRemote(ENCRYPTED);
  sessions[1]!.setRemote({ ...REMOTE, srtp: { send: THEIRS, receive: OURS } });
  const frame = new Int16Array(160);
  const packets = 40_000;
  for (let at = 0; at < packets; at++, now += 20) for (const one of sessions) one.send(frame, now);
  for (const one of sessions) {
    expect(one.statistics(now)).toMatchObject({ received: packets, lost: 0, dropped: { authentication: 0 } });
  }
});
