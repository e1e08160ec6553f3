import { levelOf } from '../domain/frame';
import { toneSamples } from '../domain/tones/tone';
import { FakeLegs, type FakePhone } from '../../../test/harness/fake-legs';
import type { RecordingStore } from './recording-files';

const speech = (ms: number, hertz = 300) =>
  toneSamples({ hertz: [hertz, hertz * 2], pattern: [200, 40], level: -20 }, ms);
const beep = toneSamples({ hertz: [1_000], pattern: null, level: -20 }, 400);

/** Whether a phone heard something, tick by tick, as the milliseconds in which it began or ended. */
function changes(phone: FakePhone): number[] {
  const loud = phone.received.map((frame) => levelOf(frame) > -60);
  return loud.flatMap((now, at) => (now !== (loud[at - 1] ?? false) ? [at * 20] : []));
}

async function setUp() {
  const legs = new FakeLegs();
  const { leg, phone } = await legs.open();
  const events: string[] = [];
  leg.listen({
    onVoiced: (at) => events.push(`voiced ${at}`),
    quiet: (at) => events.push(`quiet ${at}`),
    dtmf: (key, at) => events.push(`dtmf ${key} ${at}`),
    tone: ({ hertz, atMs }) => events.push(`tone ${hertz} ${atMs}`),
    onClosed: (why) => events.push(`closed ${why}`),
  });
  leg.onAnswered();
  return { legs, leg, phone, events };
}

test('sends audio from the tick in which its play was ordered', async () => {
  const { legs, leg, phone } = await setUp();
  await legs.advance(100);
  const played = leg.play(beep);
  await legs.advance(1_000);
  expect(changes(phone)).toEqual([100, 500]);
  await expect(played).resolves.toEqual({ playedMs: 400, ended: 'played' });
  expect(leg.queuedMs).toBe(0);
});

test('reports speech, pauses playing, and resumes or drops it', async () => {
  const { legs, leg, phone, events } = await setUp();
  const played = leg.play(toneSamples({ hertz: [440], pattern: null, level: -20 }, 5_000));
  await legs.advance(1_000);
  phone.speak(speech(400));
  await legs.advance(60);
  expect(events).toEqual(['voiced 1000']);
  leg.pause();
  await legs.advance(600);
  expect(events).toHaveLength(2);
  leg.resume();
  await legs.advance(200);
  const cleared = leg.clear();
  await legs.advance(20);
  await expect(cleared).resolves.toBe(1_260);
  await expect(played).resolves.toEqual({ playedMs: 1_260, ended: 'cleared' });
  expect(changes(phone)).toEqual([0, 1_060, 1_660, 1_860]);
});

test('reports keys and beeps, and sends keys', async () => {
  const { legs, leg, phone, events } = await setUp();
  await legs.advance(40);
  phone.pressKey('5');
  phone.speak(beep);
  await legs.advance(600);
  expect(events).toEqual(expect.arrayContaining(['dtmf 5 40', expect.stringMatching(/^tone 1000 40/)]));
  leg.sendDtmf('12#');
  expect(phone.keys).toBe('12#');
});

test('reports no audio before the answer', async () => {
  const legs = new FakeLegs();
  const { leg, phone } = await legs.open();
  const frames: number[] = [];
  leg.listen({ frames: (audio, at) => frames.push(at, audio.length), onVoiced: () => frames.push(-1) });
  phone.speak(speech(300));
  phone.pressKey('1');
  await legs.advance(300);
  expect(frames).toEqual([]);
  leg.onAnswered();
  await legs.advance(200);
  expect(frames).toEqual([300, 800, 400, 800]);
});

test('sends silence and queues audio on hold, and receives nothing when sendonly', async () => {
  const { legs, leg, phone, events } = await setUp();
  void leg.play(toneSamples({ hertz: [440], pattern: null, level: -20 }, 1_000));
  await legs.advance(200);
  leg.setDirection('recvonly');
  await legs.advance(300);
  leg.setDirection('sendonly');
  phone.speak(speech(300));
  await legs.advance(400);
  leg.setDirection('inactive');
  await legs.advance(100);
  leg.setDirection('sendrecv');
  await legs.advance(600);
  expect(changes(phone)).toEqual([0, 200, 500, 900, 1_000, 1_400]);
  expect(events).toEqual([]);
});

test('bridges audio and keys in the same tick until the end', async () => {
  const { legs, leg, phone } = await setUp();
  const { leg: other, phone: otherPhone } = await legs.open();
  other.onAnswered();
  leg.bridge(other);
  phone.speak(speech(200, 300));
  otherPhone.speak(speech(200, 500));
  await legs.advance(300);
  expect([changes(phone), changes(otherPhone)]).toEqual([
    [0, 200],
    [0, 200],
  ]);
  expect(otherPhone.received[3]).toEqual(speech(200, 300).slice(480, 640));
  otherPhone.pressKey('7');
  expect([phone.keys, otherPhone.keys]).toEqual(['7', '']);
  other.bridge(null);
  phone.speak(speech(200));
  await legs.advance(300);
  expect(changes(otherPhone)).toEqual([0, 200]);
});

test('releases a key that is down when a bridge ends', async () => {
  const { legs, leg, phone } = await setUp();
  const { leg: other, phone: otherPhone } = await legs.open();
  other.onAnswered();
  leg.bridge(other);
  otherPhone.pressDown('7');
  expect(phone.pressing).toBe(true);
  await other.close();
  await legs.advance(20);
  expect(phone.pressing).toBe(false);
});

test('leaves the old bridge for a new one', async () => {
  const { legs, leg, phone } = await setUp();
  const [second, third] = [await legs.open(), await legs.open()];
  leg.bridge(second.leg);
  second.leg.bridge(third.leg);
  phone.speak(speech(200));
  await legs.advance(100);
  expect([changes(second.phone), changes(third.phone)]).toEqual([[], []]);
});

test('bridges early media, which is neither recorded nor reported', async () => {
  const written: number[] = [];
  const store: RecordingStore = {
    write: (bytes, position) =>
      Promise.resolve(position > 0 ? written.push(...new Int16Array(bytes.slice().buffer)) : 0),
    truncate: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const legs = new FakeLegs(() => Promise.resolve(store));
  const [counsellor, contact] = [await legs.open(), await legs.open()];
  counsellor.leg.onAnswered();
  counsellor.leg.bridge(contact.leg);
  const recording = await (async () => {
    const started = contact.leg.record('x.wav');
    await legs.advance(20);
    return started;
  })();
  contact.phone.speak(speech(200));
  await legs.advance(220);
  expect(changes(counsellor.phone)).toEqual([20, 220]);
  recording.stop();
  await legs.advance(20);
  await expect(recording.finished).resolves.toMatchObject({ path: 'x.wav', lostMs: 0 });
  expect(written.filter((_, at) => at % 2 === 1).every((sample) => sample === 0)).toBe(true);
});

test('ignores orders after its close, and notifies waiting callers', async () => {
  const { legs, leg, events } = await setUp();
  const played = leg.play(toneSamples({ hertz: [440], pattern: null, level: -20 }, 5_000));
  await legs.advance(100);
  const closed = leg.close();
  await legs.advance(20);
  await closed;
  expect(events).toEqual(['closed closed']);
  await expect(played).resolves.toMatchObject({ ended: 'closed' });
  await expect(leg.clear()).resolves.toBe(0);
  await expect(leg.statistics()).rejects.toThrow('the leg is closed: closed');
  await expect(leg.record('y.wav')).rejects.toThrow();
  await leg.close();
});
