import { VoiceTest, type VoiceTestState } from './voice-test';
import { VoiceTestLimits } from './voice-test-limits';

const AT = new Date('2026-11-20T09:00:00.000Z');
const later = (seconds: number) => new Date(+AT + seconds * 1_000);

function aTest(changes: Partial<VoiceTestState> = {}): VoiceTest {
  return new VoiceTest({
    status: 'waiting',
    createdAt: AT,
    startedAt: null,
    turns: [],
    brief: {} as never,
    recording: 'awaited',
    outcomeState: 'pending',
    maxSeconds: 600,
    deletedAt: null,
    ...changes,
  } as VoiceTestState);
}

const SAID = [{ speaker: 'contact', text: 'Hello', startMs: 0, endMs: 1_400 }] as const;

describe('a voice test', () => {
  it('talks and ends', () => {
    const test = aTest({ turns: SAID });
    expect(test.begin(later(2))).toBe(true);
    expect(test.end({ by: 'agent', delayMs: 90 }, later(62.9))).toBe(true);
    expect(test.state).toMatchObject({
      status: 'ended',
      endedBy: 'agent',
      durationSeconds: 60,
      outcomeState: 'pending',
      brief: {},
      delayMs: 90,
    });
    expect(test.end({ by: 'person' }, later(70))).toBe(false);
    expect(test.begin(later(70))).toBe(false);
  });

  it('fails when it never began', () => {
    const test = aTest();
    test.end({ by: 'person' }, later(5));
    expect(test.state).toMatchObject({
      status: 'failed',
      reason: 'It was ended before the talk began.',
      durationSeconds: 0,
      recording: 'none',
      brief: null,
    });
  });

  it('lasted until the last sign of its host when that died', () => {
    const lost = (heartbeat: number, turns: VoiceTestState['turns'] = SAID) => {
      const test = aTest({ turns });
      test.begin(AT);
      const silent = aTest({ ...test.state, heartbeatAt: later(heartbeat) });
      expect(silent.lose('The service stopped.', later(25))).toBe(true);
      return silent.state;
    };
    expect(lost(10)).toMatchObject({ status: 'failed', endedBy: 'service', durationSeconds: 10 });
    expect(lost(10).endedAt).toEqual(later(25));
    expect([lost(0).durationSeconds, lost(0, []).durationSeconds]).toEqual([1, 0]);
    const waiting = aTest({ heartbeatAt: later(10) });
    waiting.lose('The service stopped.', later(25));
    expect(waiting.state).toMatchObject({ status: 'failed', durationSeconds: 0 });
  });

  it('has no outcome without words of the person', () => {
    const test = aTest({ turns: [{ speaker: 'agent', text: 'Hi', startMs: 0, endMs: 1 }] });
    test.begin(AT);
    test.end({ by: 'person' }, later(5));
    expect(test.state).toMatchObject({ outcomeState: 'none', brief: null });
  });

  it('has no text once it is deleted, and still counts its seconds', () => {
    const test = aTest({ turns: SAID });
    test.begin(AT);
    test.delete(later(3));
    expect(test.state.brief).toBeNull();
    test.end({ by: 'person' }, later(10));
    expect(test.state).toMatchObject({
      turns: [],
      outcomeState: 'none',
      recording: 'forgotten',
      durationSeconds: 10,
    });
  });
});

describe('limits of voice tests', () => {
  const used = (status: 'talking' | 'ended', seconds: number, agoMs = 0) => ({
    status,
    createdAt: new Date(+AT - agoMs),
    durationSeconds: status === 'ended' ? seconds : null,
    maxSeconds: seconds,
  });

  it('reserve the maximum of a running test, and count the seconds of an ended one', () => {
    const limits = new VoiceTestLimits([used('talking', 600), used('ended', 61)], +AT);
    expect(limits.secondsLeft(60)).toBe(3_600 - 661);
    expect(limits.open).toBe(1);
    expect(limits.maxSeconds(5, 60)).toBe(300);
    expect(limits.maxSeconds(90, 60)).toBe(600);
    expect(limits.maxSeconds(90, 12)).toBe(59);
  });

  it('free the minutes after 24 hours', () => {
    const limits = new VoiceTestLimits([used('ended', 60, 86_000_000)], +AT);
    const label = 'minute of voice tests in 24 hours in one account';
    expect(limits.ofMinutes(1)).toEqual({ max: 1, label, waitMs: 400_000 });
    expect(new VoiceTestLimits([used('ended', 60, 86_400_000)], +AT).ofMinutes(1)).toBeNull();
    // A test that never began took nothing, and a running one ends within its maximum.
    const running = [used('ended', 60, 9_000), used('talking', 60, 9_000), used('ended', 0, 86_399_000)];
    expect(new VoiceTestLimits(running, +AT).ofMinutes(2)?.waitMs).toBe(30_000 + 60_000 - 9_000);
    const call = (isOpen: boolean, seconds: number) => ({
      isOpen,
      seconds,
      createdAt: new Date(+AT - 9_000),
    });
    const waitOf = (...calls: ReturnType<typeof call>[]) =>
      new VoiceTestLimits([], +AT, calls).ofMinutes(1)?.waitMs;
    expect(waitOf(call(true, 60), call(false, 60))).toBe(51_000);
    expect(waitOf(call(true, 0), call(false, 60))).toBe(86_400_000 - 9_000);
  });

  it('allow 20 an hour for a login', () => {
    const tests = Array.from({ length: 20 }, (_, at) => used('ended', 0, at * 60_000));
    const limits = new VoiceTestLimits([], +AT);
    expect(limits.ofLogin(tests.toReversed())).toMatchObject({ waitMs: 3_600_000 - 19 * 60_000 });
    expect(limits.ofLogin(tests.slice(1))).toBeNull();
    expect(limits.ofLogin([...tests.slice(1), used('ended', 0, 3_600_000)])).toBeNull();
  });
});
