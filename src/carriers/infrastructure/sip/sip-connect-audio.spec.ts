import { FakeLegs } from '../../../../test/harness/fake-legs';
import { connectStage, talking } from '../../../../test/harness/sip-connect-stage';
import { route } from '../../../../test/harness/sip-outbound-stage';
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

test('the counsellor hears ringback until the contact answers, then the contact', async () => {
  const stage = connectStage();
  await settled();
  await stage.answers(0);
  await stage.pass(3_000);
  const [counsellor, contact] = stage.phones;
  const heard = counsellor!.received.slice(-150).map(loud);
  // 0.4 s on, 0.2 s off, 0.4 s on, 2 s off.
  const sounding = heard.filter(Boolean).length * 20;
  expect(sounding).toBeGreaterThanOrEqual(740);
  expect(sounding).toBeLessThanOrEqual(860);
  await stage.answers(1);
  await stage.pass(200);
  expect(counsellor!.received.slice(-5).some(loud)).toBe(false);
  contact!.speak(tone(800, 400));
  counsellor!.speak(tone(1_200, 400));
  await stage.pass(200);
  expect([loud(counsellor!.received.at(-1)), loud(contact!.received.at(-1))]).toEqual([true, true]);
});

test('early media takes the place of the ringback once it sounds, and the counsellor is not heard there', async () => {
  const stage = connectStage();
  await settled();
  await stage.answers(0);
  stage.asked[1]!.handlers.provisional?.({
    status: 183,
    reason: 'Session Progress',
    audio: { ...AUDIO_OF_NETWORK },
  });
  const [counsellor, contact] = stage.phones;
  await stage.pass(500);
  contact!.speak(tone(800, 3_000));
  counsellor!.speak(tone(1_200, 3_000));
  await stage.pass(2_000);
  // Without a pause: it is no ringback any more.
  expect(counsellor!.received.slice(-50).every(loud)).toBe(true);
  expect(contact!.received.slice(-50).some(loud)).toBe(false);
});

test('what is held hears nothing and says nothing', async () => {
  const stage = await talking();
  const [counsellor, contact] = stage.phones;
  stage.contact.changes({ direction: 'inactive', onHold: true });
  await stage.pass(100);
  contact!.speak(tone(800, 500));
  counsellor!.speak(tone(1_200, 500));
  await stage.pass(300);
  expect([counsellor!.received.slice(-5).some(loud), contact!.received.slice(-5).some(loud)]).toEqual([
    false,
    false,
  ]);
  stage.contact.changes({});
  contact!.speak(tone(800, 500));
  await stage.pass(200);
  expect(loud(counsellor!.received.at(-1))).toBe(true);
});

test('keys pass both ways, whether they come in the audio or by SIP INFO', async () => {
  const stage = await talking();
  const [counsellor, contact] = stage.phones;
  await stage.pass(100);
  counsellor!.pressKey('1');
  contact!.pressKey('2');
  await stage.pass(100);
  stage.counsellor.key('3');
  stage.contact.key('4');
  await stage.pass(100);
  expect([contact!.keys, counsellor!.keys]).toEqual(['13', '24']);
});

test('a trunk that wants keys by SIP INFO gets them so', async () => {
  const stage = await talking({ contactRoutes: [{ ...route('one'), keysByInfo: true }] });
  await stage.pass(100);
  stage.phones[0]!.pressKey('1');
  await stage.pass(100);
  stage.counsellor.key('#');
  await settled();
  expect(stage.contact.infos).toEqual(['1', '#']);
});

test('the recording has the counsellor left and the contact right, from the contact’s answer on', async () => {
  const written: { bytes: Uint8Array; position: number }[] = [];
  const legs = new FakeLegs(() =>
    Promise.resolve({
      write: (bytes, position) => Promise.resolve(written.push({ bytes: bytes.slice(), position })),
      truncate: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }),
  );
  const stored: number[] = [];
  const stage = connectStage({
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
  await stage.answers(0);
  await stage.pass(1_000);
  const contact = await stage.answers(1);
  const [first, second] = stage.phones;
  await stage.pass(1_000);
  first!.speak(tone(1_200, 200));
  await stage.pass(1_000);
  second!.speak(tone(800, 200));
  await stage.pass(1_000);
  contact.bye();
  await stage.pass(100);
  await stage.connect.ended;
  expect(stored).toEqual([3_000]);
  expect(stage.inbox.end).toMatchObject({ talkMs: 3_000, recordingFile: { ms: 3_000, stored: true } });
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

test('a silent phone on SIP hold is lost 30 s after the two minutes in which its silence does not count', async () => {
  const stage = await talking({ request: { maxTalkSeconds: 600 } });
  const [counsellor, contact] = stage.phones;
  const sinceMs = stage.time.nowMs;
  contact!.statistics = () => ({ ...counsellor!.statistics(), silentMs: stage.time.nowMs - sinceMs });
  stage.contact.knowsUs = false;
  stage.contact.changes({ direction: 'inactive', onHold: true });
  await stage.pass(144_000);
  expect(stage.inbox.end).toBeUndefined();
  await stage.pass(11_000);
  expect(stage.inbox.end).toMatchObject({ cause: 'connection_lost', by: 'carrier' });
});

test('audio and keys are received by the payload types of both descriptions', () => {
  const dynamic = { ...AUDIO_OF_NETWORK, payloadType: 97, receive: new Map([[97, 'pcmu' as const]]) };
  expect(remoteOf({ ...dynamic, telephoneEvent: 96 }, [])).toMatchObject({
    payloadType: 97,
    receive: new Map([[97, 'PCMU']]),
    // The far side sends with ours where its answer has another number.
    events: { send: 96, receive: [96, 101] },
  });
});

test('a phone whose packets come again while OPTIONS has no answer is not lost', async () => {
  const stage = await talking();
  const [counsellor, contact] = stage.phones;
  let silentMs: number | null = null;
  contact!.statistics = () => ({ ...counsellor!.statistics(), silentMs });
  stage.contact.options = () => {
    silentMs = 20;
    return Promise.resolve({ kind: 'timeout' });
  };
  await stage.pass(31_000);
  expect([silentMs, stage.inbox.end]).toEqual([20, undefined]);
});

test('a call that ends while OPTIONS waits has ended by its BYE', async () => {
  const stage = await talking();
  const [counsellor, contact] = stage.phones;
  contact!.statistics = () => ({ ...counsellor!.statistics(), silentMs: null });
  let answer: () => void = () => undefined;
  stage.contact.options = () =>
    new Promise((resolve) => {
      answer = () => resolve({ kind: 'timeout' });
    });
  await stage.pass(31_000);
  stage.contact.bye();
  await stage.pass(200);
  answer();
  await stage.pass(200);
  expect(stage.inbox.end).toMatchObject({ cause: 'hung_up', by: 'contact' });
});

test.each([
  [408, 'connection_lost'],
  [481, 'connection_lost'],
  [486, undefined],
])('a silent phone whose OPTIONS gets %s: %s', async (status, cause) => {
  const stage = await talking();
  const [counsellor, contact] = stage.phones;
  contact!.statistics = () => ({ ...counsellor!.statistics(), silentMs: null });
  stage.contact.options = () => Promise.resolve({ kind: 'response', response: { status } });
  await stage.pass(36_000);
  expect((stage.inbox.end as { cause?: string } | undefined)?.cause).toBe(cause);
});

test('a phone whose audio ended before it answered is lost', async () => {
  const legs = new FakeLegs();
  const opened: ThreadLeg[] = [];
  const openLeg = async () => {
    const { leg } = await legs.open();
    opened.push(leg as ThreadLeg);
    return leg;
  };
  const stage = connectStage({ legs, openLeg });
  await settled();
  for (const leg of opened) leg.end('the media thread failed');
  const counsellor = await stage.answers(0);
  await stage.pass(1_000);
  expect(counsellor.hungUp).toBe(1);
  expect(stage.inbox.end).toMatchObject({ cause: 'failed' });
});
