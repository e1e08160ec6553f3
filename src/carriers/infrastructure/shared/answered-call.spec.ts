import { FakeLegs } from '../../../../test/harness/fake-legs';
import { HandMovedTime } from '../../../../test/harness/simulated-network';
import { FakeStt, FakeTts } from '../../../../test/harness/speech-engines';
import { PhraseCache, Recognition, Synthesis } from '../../../speech';
import { type TextLine, type TextTalk, written } from '../../../conversation';
import { type RtpLeg, tones } from '../../../media';
import type { ThreadLeg } from '../../../media/application/thread-leg';
import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import type { RemoteAudio, Session } from '../../../sip';
import type { LegEnd } from '../../domain/carrier';
import { VoiceSession } from '../../../voice/voice-session';
import { SipAnsweredLeg } from '../sip/sip-answered-leg';
import { AnsweredCall } from './answered-call';

const AUDIO: RemoteAudio = {
  address: '192.0.2.1',
  port: 4_000,
  codec: 'pcma',
  payloadType: 8,
  receive: new Map(),
  telephoneEvent: 101,
  direction: 'sendrecv',
  ptimeMs: 20,
  onHold: false,
};
const speech = (ms: number) => tones.toneSamples({ hertz: [300, 600], pattern: [200, 40], level: -20 }, ms);

/** A session whose contact says one word, whatever it hears. */
function voiceSession(leg: RtpLeg, timers: HandMovedTime, now: () => number): VoiceSession {
  const stt = new FakeStt(timers, { partials: false });
  stt.finals.push('Haan?');
  const shared = { timers, onFailure: () => undefined };
  const settings = { language: null, voice: null, pace: null, temperature: null, modulation: null };
  const engine = new FakeTts(timers);
  return new VoiceSession(leg, {
    timers,
    now,
    language: null,
    interruption: 'normal',
    patience: 'normal',
    direction: 'outbound',
    synthesis: new Synthesis({
      engine,
      spare: null,
      settings,
      pronunciations: [],
      ...shared,
      cache: new PhraseCache(),
      mayCache: () => false,
    }),
    recognize: (onPartial) => {
      const recognition = new Recognition({
        engines: [stt],
        language: null,
        keyterms: [],
        onPartial,
        ...shared,
      });
      recognition.open();
      return recognition;
    },
    phrases: { trouble: 'Sorry.', thinking: [] },
    figures: { observe: () => undefined, bargedIn: () => undefined, speechFailed: () => undefined },
    emit: () => undefined,
  });
}

const near = (ms: number) => expect.closeTo(ms, -2);

/** A talk between a script of ours and a phone, on one virtual clock. */
async function setUp(script: (line: TextLine) => Promise<unknown>, isAudioOver = false) {
  const [legs, time] = [new FakeLegs(), new HandMovedTime()];
  const { leg, phone } = await legs.open();
  if (isAudioOver) (leg as ThreadLeg).end('the media thread failed');
  const told: object[] = [];
  let handlers: Parameters<Session['listen']>[0] = {};
  const session = {
    record: { peer: { address: '192.0.2.1' } },
    ended: false,
    hungUp: 0,
    hangUp() {
      this.hungUp += 1;
      return Promise.resolve();
    },
    listen: (given: typeof handlers) => (handlers = given),
    options: () => Promise.resolve({ kind: 'timeout' as const }),
  };
  const talk = {
    async run(line: TextLine, _: TalkBrief, onTurn: (turn: Turn) => void, signal: AbortSignal) {
      onTurn({ speaker: 'agent', text: 'x', startMs: 0, endMs: 1 });
      await script(line);
      return signal.aborted ? { cause: 'canceled', by: 'agent' } : { cause: 'hung_up', by: 'contact' };
    },
  };
  const connected = new SipAnsweredLeg(session as unknown as Session, AUDIO, leg, {
    timers: time,
    sources: [],
    onLine: () => undefined,
  });
  const call = new AnsweredCall(connected, {
    talk: talk as unknown as TextTalk,
    makeLine: () => voiceSession(leg, time, () => legs.nowMs),
    recordingPath: null,
    emit: (event) => told.push(event),
  });
  let end: LegEnd | undefined;
  void call.run({} as TalkBrief).then((given) => (end = given.end));
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 20) {
      await time.move(20);
      await legs.advance(20);
    }
  };
  return { call, legs, leg, session, phone, told, pass, end: () => end, far: () => handlers };
}

test('speaks and recognizes in a talk that the contact ends', async () => {
  const heard: unknown[] = [];
  const { pass, phone, far, session, told, end } = await setUp(async (line) => {
    heard.push(await line.speak(written('Namaste ji')), await line.listen(6_000), await line.listen(1_000));
    heard.push(await line.listen(6_000));
  });
  await pass(700);
  phone.speak(speech(1_000));
  await pass(4_000);
  far().onEnded?.({ by: 'remote', why: 'bye', q850: null });
  await pass(100);
  expect(heard).toMatchObject([
    { startMs: near(0), endMs: near(500), playedText: 'Namaste ji', cutBy: null },
    { kind: 'speech', text: 'Haan?' },
    { kind: 'silence', forMs: near(1_000) },
    { kind: 'hung_up' },
  ]);
  const { startMs, endMs } = heard[1] as { startMs: number; endMs: number };
  expect(Math.abs(startMs - 700)).toBeLessThan(60);
  expect(Math.abs(endMs - 1_700)).toBeLessThan(100);
  expect(end()).toMatchObject({ cause: 'hung_up', by: 'contact' });
  expect(session.hungUp).toBe(1);
  expect(told).toMatchObject([
    { type: 'transcript' },
    { type: 'timeline', kind: 'media', message: 'Codec PCMA.' },
    {
      type: 'timeline',
      kind: 'media',
      message: expect.stringMatching(/^Codec PCMA; packets received \d+, lost 0, sent \d+\.$/),
    },
  ]);
});

test('cuts a sentence where it was when the contact hangs up', async () => {
  const said: unknown[] = [];
  const { pass, far } = await setUp(async (line) =>
    said.push(await line.speak(written('one two three four five'))),
  );
  await pass(500);
  far().onEnded?.({ by: 'remote', why: 'bye', q850: null });
  await pass(100);
  expect(said).toMatchObject([{ playedText: 'one two', cutBy: 'hung_up' }]);
});

test('ends every activity at the limit of minutes', async () => {
  const over: unknown[] = [];
  const { pass } = await setUp(async (line) => {
    line.cutAt(1_000);
    over.push(await line.listen(6_000), line.nowMs());
  });
  await pass(1_100);
  expect(over[1]).toBeLessThanOrEqual(1_100);
});

test('is lost after 30 s when the far side sends nothing and does not respond', async () => {
  const heard: unknown[] = [];
  const { pass, end, leg, legs } = await setUp(async (line) => heard.push(await line.listen(60_000)));
  const statistics = await Promise.all([leg.statistics(), legs.advance(20)]).then(([found]) => found);
  leg.statistics = () => Promise.resolve({ ...statistics, silentMs: legs.nowMs });
  await pass(29_000);
  expect(heard).toEqual([]);
  await pass(7_000);
  expect(heard).toEqual([{ kind: 'lost' }]);
  expect(end()).toBeDefined();
});

test('ends as canceled when the service hangs up', async () => {
  const { call, pass, end } = await setUp((line) => line.listen(60_000));
  await pass(100);
  call.hangUp();
  await pass(100);
  expect(end()).toMatchObject({ cause: 'canceled', by: 'agent' });
});

test('is ended by a person of the account who repeats the request', async () => {
  const { call, pass, end } = await setUp((line) => line.listen(60_000));
  await pass(100);
  call.endByPerson();
  call.endByPerson();
  await pass(100);
  expect(end()).toMatchObject({ cause: 'hung_up', by: 'human' });
});

test('is not ended by a person of the account after the contact hung up', async () => {
  const { call, session, pass, far, end } = await setUp((line) => line.listen(60_000));
  await pass(100);
  session.hangUp = () => {
    call.endByPerson();
    return Promise.resolve();
  };
  far().onEnded?.({ by: 'remote', why: 'bye', q850: null });
  await pass(100);
  expect(end()).toMatchObject({ cause: 'hung_up', by: 'contact' });
});

test('adds keys by SIP INFO as a turn, like those in the audio', async () => {
  const heard: unknown[] = [];
  const { pass, far } = await setUp(async (line) => heard.push(await line.listen(6_000)));
  await pass(100);
  for (const key of '12#') far().dtmf?.(key, 160);
  await pass(100);
  expect(heard).toMatchObject([{ kind: 'speech', text: '[DTMF 12#]' }]);
});

test('is lost at once when the audio of the phone ended while it rang', async () => {
  const heard: unknown[] = [];
  const { pass, session, end } = await setUp(async (line) => heard.push(await line.listen(60_000)), true);
  await pass(100);
  expect(heard).toEqual([{ kind: 'lost' }]);
  expect(end()).toBeDefined();
  expect(session.hungUp).toBe(1);
});
