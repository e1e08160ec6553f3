import { FakeLegs } from '../../../../test/harness/fake-legs';
import { bridgedCallDriver, talking } from '../../../../test/harness/sip-bridged-call-driver';
import { route } from '../../../../test/harness/sip-outbound-driver';
import { settled } from '../../../../test/harness/simulated-network';
import { tones } from '../../../media';
import type { ThreadLeg } from '../../../media/application/thread-leg';
import { levelOf } from '../../../platform/kernel/voice-level';
import { remoteOf } from './sip-answered-leg';

const loud = (frame: Int16Array | undefined) => frame !== undefined && levelOf(frame) > -40;
const tone = (hertz: number, ms: number) =>
  tones.toneSamples({ hertz: [hertz], pattern: null, level: -16 }, ms);

const AUDIO_OF_NETWORK = {
  address: '192.0.2.9',
  port: 5_000,
  codec: 'pcmu' as const,
  payloadType: 0,
  receive: new Map(),
  telephoneEvent: null,
  direction: 'sendrecv' as const,
  ptimeMs: 20,
  onHold: false,
};

test('plays ringback to the counsellor until the contact answers, then the contact', async () => {
  const driver = bridgedCallDriver();
  await settled();
  await driver.answers(0);
  await driver.pass(3_000);
  const [counsellor, contact] = driver.phones;
  const heard = counsellor!.received.slice(-150).map(loud);
  // 0.4 s on, 0.2 s off, 0.4 s on, 2 s off.
  const sounding = heard.filter(Boolean).length * 20;
  expect(sounding).toBeGreaterThanOrEqual(740);
  expect(sounding).toBeLessThanOrEqual(860);
  await driver.answers(1);
  await driver.pass(200);
  expect(counsellor!.received.slice(-5).some(loud)).toBe(false);
  contact!.speak(tone(800, 400));
  counsellor!.speak(tone(1_200, 400));
  await driver.pass(200);
  expect([loud(counsellor!.received.at(-1)), loud(contact!.received.at(-1))]).toEqual([true, true]);
});

test("replaces the ringback by early media once it sounds, without the counsellor's audio", async () => {
  const driver = bridgedCallDriver();
  await settled();
  await driver.answers(0);
  driver.asked[1]!.handlers.provisional?.({
    status: 183,
    reason: 'Session Progress',
    audio: { ...AUDIO_OF_NETWORK },
  });
  const [counsellor, contact] = driver.phones;
  await driver.pass(500);
  contact!.speak(tone(800, 3_000));
  counsellor!.speak(tone(1_200, 3_000));
  await driver.pass(2_000);
  // Without a pause: it is no ringback any more.
  expect(counsellor!.received.slice(-50).every(loud)).toBe(true);
  expect(contact!.received.slice(-50).some(loud)).toBe(false);
});

test('sends and plays nothing for a leg on hold', async () => {
  const driver = await talking();
  const [counsellor, contact] = driver.phones;
  driver.contact.changes({ direction: 'inactive', onHold: true });
  await driver.pass(100);
  contact!.speak(tone(800, 500));
  counsellor!.speak(tone(1_200, 500));
  await driver.pass(300);
  expect([counsellor!.received.slice(-5).some(loud), contact!.received.slice(-5).some(loud)]).toEqual([
    false,
    false,
  ]);
  driver.contact.changes({});
  contact!.speak(tone(800, 500));
  await driver.pass(200);
  expect(loud(counsellor!.received.at(-1))).toBe(true);
});

test('passes keys both ways, from the audio and from SIP INFO', async () => {
  const driver = await talking();
  const [counsellor, contact] = driver.phones;
  await driver.pass(100);
  counsellor!.pressKey('1');
  contact!.pressKey('2');
  await driver.pass(100);
  driver.counsellor.key('3');
  driver.contact.key('4');
  await driver.pass(100);
  expect([contact!.keys, counsellor!.keys]).toEqual(['13', '24']);
});

test('sends keys by SIP INFO to a trunk that requires it', async () => {
  const driver = await talking({ contactRoutes: [{ ...route('one'), keysByInfo: true }] });
  await driver.pass(100);
  driver.phones[0]!.pressKey('1');
  await driver.pass(100);
  driver.counsellor.key('#');
  await settled();
  expect(driver.contact.infos).toEqual(['1', '#']);
});

test('records the counsellor left and the contact right, from the contact’s answer on', async () => {
  const written: { bytes: Uint8Array; position: number }[] = [];
  const legs = new FakeLegs(() =>
    Promise.resolve({
      write: (bytes, position) => Promise.resolve(written.push({ bytes: bytes.slice(), position })),
      truncate: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }),
  );
  const stored: number[] = [];
  const driver = bridgedCallDriver({
    legs,
    recording: () =>
      Promise.resolve({
        path: 'r.wav',
        store: (file) => Promise.resolve(stored.push(file.lengthMs) > 0),
        reading: (read) => read(),
        acknowledge: () => undefined,
      }),
  });
  await settled();
  await driver.answers(0);
  await driver.pass(1_000);
  const contact = await driver.answers(1);
  const [first, second] = driver.phones;
  await driver.pass(1_000);
  first!.speak(tone(1_200, 200));
  await driver.pass(1_000);
  second!.speak(tone(800, 200));
  await driver.pass(1_000);
  contact.bye();
  await driver.pass(100);
  await driver.connect.ended;
  expect(stored).toEqual([3_000]);
  expect(driver.inbox.end).toMatchObject({ talkMs: 3_000, recordingFile: { ms: 3_000, stored: true } });
  const samples = written
    .filter(({ position }) => position >= 44)
    .sort((a, b) => a.position - b.position)
    .flatMap(({ bytes }) => [...new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)]);
  const side = (channel: number, second_: number) =>
    Math.max(
      ...samples.slice(16_000 * second_, 16_000 * (second_ + 1)).filter((_, at) => at % 2 === channel),
    );
  expect([side(0, 1) > 1_000, side(1, 1) > 1_000]).toEqual([true, false]);
  expect([side(0, 2) > 1_000, side(1, 2) > 1_000]).toEqual([false, true]);
});

test('loses a silent phone on SIP hold 30 s after the two minutes of allowed silence', async () => {
  const driver = await talking({ request: { maxTalkSeconds: 600 } });
  const [counsellor, contact] = driver.phones;
  const sinceMs = driver.time.nowMs;
  contact!.statistics = () => ({ ...counsellor!.statistics(), silentMs: driver.time.nowMs - sinceMs });
  driver.contact.knowsUs = false;
  driver.contact.changes({ direction: 'inactive', onHold: true });
  await driver.pass(144_000);
  expect(driver.inbox.end).toBeUndefined();
  await driver.pass(11_000);
  expect(driver.inbox.end).toMatchObject({ cause: 'connection_lost', by: 'carrier' });
});

test('receives audio and keys by the payload types of both descriptions', () => {
  const dynamic = { ...AUDIO_OF_NETWORK, payloadType: 97, receive: new Map([[97, 'pcmu' as const]]) };
  expect(remoteOf({ ...dynamic, telephoneEvent: 96 }, [])).toMatchObject({
    payloadType: 97,
    receive: new Map([[97, 'PCMU']]),
    // The far side sends with ours where its answer has another number.
    events: { send: 96, receive: [96, 101] },
  });
});

test('does not lose a phone whose packets return while OPTIONS has no response', async () => {
  const driver = await talking();
  const [counsellor, contact] = driver.phones;
  let silentMs: number | null = null;
  contact!.statistics = () => ({ ...counsellor!.statistics(), silentMs });
  driver.contact.options = () => {
    silentMs = 20;
    return Promise.resolve({ kind: 'timeout' });
  };
  await driver.pass(31_000);
  expect([silentMs, driver.inbox.end]).toEqual([20, undefined]);
});

test('ends by the BYE of a call whose OPTIONS waits', async () => {
  const driver = await talking();
  const [counsellor, contact] = driver.phones;
  contact!.statistics = () => ({ ...counsellor!.statistics(), silentMs: null });
  let answer: () => void = () => undefined;
  driver.contact.options = () =>
    new Promise((resolve) => {
      answer = () => resolve({ kind: 'timeout' });
    });
  await driver.pass(31_000);
  driver.contact.bye();
  await driver.pass(200);
  answer();
  await driver.pass(200);
  expect(driver.inbox.end).toMatchObject({ cause: 'hung_up', by: 'contact' });
});

test.each([
  [408, 'connection_lost'],
  [481, 'connection_lost'],
  [486, undefined],
])('treats a silent phone whose OPTIONS gets %s as %s', async (status, cause) => {
  const driver = await talking();
  const [counsellor, contact] = driver.phones;
  contact!.statistics = () => ({ ...counsellor!.statistics(), silentMs: null });
  driver.contact.options = () => Promise.resolve({ kind: 'response', response: { status } });
  await driver.pass(36_000);
  expect((driver.inbox.end as { cause?: string } | undefined)?.cause).toBe(cause);
});

test('loses a phone whose audio ended before it answered', async () => {
  const legs = new FakeLegs();
  const opened: ThreadLeg[] = [];
  const openLeg = async () => {
    const { leg } = await legs.open();
    opened.push(leg as ThreadLeg);
    return leg;
  };
  const driver = bridgedCallDriver({ legs, openLeg });
  await settled();
  for (const leg of opened) leg.end('the media thread failed');
  const counsellor = await driver.answers(0);
  await driver.pass(1_000);
  expect(counsellor.hungUp).toBe(1);
  expect(driver.inbox.end).toMatchObject({ cause: 'failed' });
});
