import { Acknowledgement } from './acknowledgement';
import { DelayMeter } from './delay';
import { EchoLikeness } from './echo-likeness';
import { decibels, percentOf, SilenceWatch } from './level';
import { mayResume, protocolsOf, readMessage } from './live-message';

describe('readMessage', () => {
  it('reads messages of the service', () => {
    expect(readMessage('{"type":"state","state":"thinking"}')).toEqual({ type: 'state', state: 'thinking' });
    expect(
      readMessage('{"type":"turn","speaker":"agent","text":"Hi","start_ms":0,"end_ms":9}'),
    ).toMatchObject({ type: 'turn', text: 'Hi' });
  });

  it.each(['', '{', 'null', '1', '[]', '{}', '{"type":"later"}', '{"type":1}', '"flush"'])(
    'ignores %j',
    (text) => expect(readMessage(text)).toBeNull(),
  );

  it('offers the protocol with a ticket, or the token to resume', () => {
    expect(protocolsOf('ticket', 'abc')).toEqual(['aics-live-1', 'ticket.abc']);
    expect(protocolsOf('resume', 'abc')).toEqual(['aics-live-1', 'resume.abc']);
  });

  it('resumes after a break, and not after an end', () => {
    expect([1001, 1005, 1006, 1011, 4008].map(mayResume)).toEqual([true, true, true, true, true]);
    expect([1000, 4000, 4001, 4009].map(mayResume)).toEqual([false, false, false, false]);
  });
});

describe('Acknowledgement', () => {
  it('skips sound while 3 s are not received', () => {
    const acknowledgement = new Acknowledgement();
    const sent = () => Array.from({ length: 300 }, () => acknowledgement.send(20)).filter(Boolean).length;
    expect(sent()).toBe(150);
    acknowledgement.receive(1_000);
    acknowledgement.receive(400);
    expect(sent()).toBe(50);
    acknowledgement.restart();
    expect(sent()).toBe(150);
  });
});

describe('DelayMeter', () => {
  it('adds the round trip and both buffers, and shows no single late message', () => {
    const meter = new DelayMeter();
    expect(meter.add(40.4, 70)).toBe(110);
    meter.add(900, 60);
    meter.add(50, 60);
    expect([meter.shownMs, meter.slowMs]).toEqual([110, null]);
  });

  it('reports a slow connection once, until it is fast again', () => {
    const meter = new DelayMeter();
    for (const ms of [420, 430, 600, 390, 390]) meter.add(ms, 0);
    expect(meter.slowMs).toBe(420);
    for (const ms of [300, 300]) meter.add(ms, 0);
    expect(meter.slowMs).toBeNull();
  });
});

describe('level', () => {
  it('is 0 for silence, 100 for the loudest sound', () => {
    expect([0, 1e-3, 1].map(percentOf)).toEqual([0, 0, 100]);
    expect(percentOf(0.0316)).toBe(50);
    expect(decibels(0.1)).toBeCloseTo(-20);
  });

  it('finds a microphone that is silent for 10 s while the agent waits', () => {
    const watch = new SilenceWatch();
    const silent = (seconds: number, isAwaited: boolean) => watch.add(0, seconds * 1_000, isAwaited);
    silent(60, false);
    silent(9.9, true);
    expect(watch.isSilent).toBe(false);
    silent(0.1, true);
    expect(watch.isSilent).toBe(true);
    watch.add(0.1, 20, true);
    expect(watch.isSilent).toBe(false);
  });
});

describe('EchoLikeness', () => {
  /** Levels of syllables: up and down four times a second, by chance. */
  const speech = (seed: number, frames: number): number[] => {
    let state = seed * 48_271;
    const random = () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff;
    let [level, wanted] = [0.01, 0.1];
    return Array.from({ length: frames }, (_, at) => {
      if (at % 6 === 0) wanted = random() < 0.3 ? 0.002 : 0.02 + 0.2 * random();
      level += (wanted - level) * 0.5;
      return level;
    });
  };
  const isFound = (microphone: readonly number[], ear: readonly number[]): boolean => {
    const likeness = new EchoLikeness();
    for (const [frame, level] of microphone.entries()) {
      likeness.addMicrophone(frame, level);
      likeness.addEar(frame, ear[frame] ?? 0);
    }
    return likeness.isEcho(microphone.length - 1);
  };

  it.each([0, 3, 10, 19])('finds the agent in the microphone %i frames later', (lag) => {
    for (let seed = 1; seed <= 20; seed++) {
      const ear = speech(seed, 200);
      const microphone = ear.map((_, at) => 0.3 * (ear[at - lag] ?? 0) + 0.001);
      expect(isFound(microphone, ear)).toBe(true);
    }
  });

  it('finds none in another voice, in silence, and while the agent is silent', () => {
    let found = 0;
    for (let seed = 1; seed <= 300; seed++)
      if (isFound(speech(seed, 200), speech(seed + 1_000, 200))) found++;
    expect(found).toBe(0);
    expect(isFound(Array<number>(200).fill(0.0005), speech(1, 200))).toBe(false);
    expect(isFound(speech(1, 200), Array<number>(200).fill(0))).toBe(false);
    expect(isFound(speech(1, 50), speech(1, 50))).toBe(false);
  });
});
