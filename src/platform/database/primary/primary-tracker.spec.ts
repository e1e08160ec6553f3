import type { HostAnswer } from './host-probe';
import { PrimaryTracker } from './primary-tracker';

const answer = (timeline: number | null, more: Partial<HostAnswer> = {}): HostAnswer => ({
  isStandby: false,
  timeline,
  epochAtZero: 1_000_000,
  roundTripMs: 1,
  now: new Date(0),
  waitsForStandbys: false,
  synchronous: 0,
  ...more,
});
const standby = answer(null, { isStandby: true });

describe('PrimaryTracker', () => {
  it('begins no generation while the primary responds', () => {
    const tracker = new PrimaryTracker();
    expect([1, 2, 3].map(() => tracker.observe([answer(1), standby]))).toEqual([null, null, null]);
    expect(tracker).toMatchObject({ host: 0, standing: 'primary', staleAnswers: 0 });
  });

  it('gives up a silent primary after three checks, and begins a generation with its return', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(1)]);
    expect([1, 2, 3, 4].map(() => tracker.observe([null])?.standing)).toEqual([
      undefined,
      undefined,
      'lost',
      undefined,
    ]);
    expect(tracker.observe([answer(1)])).toEqual({ standing: 'primary', reason: 'it accepts writes again' });
  });

  it('counts checks without an answer in succession alone', () => {
    const tracker = new PrimaryTracker();
    const answers = [answer(1), null, null, answer(1), null, null, standby, null, null, null];
    const standings = answers.map((one) => tracker.observe([one])?.standing ?? null);
    expect(standings).toEqual([null, null, null, null, null, null, 'read_only', null, null, 'lost']);
  });

  it('waits no longer for standbys without a pooler', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(1, { waitsForStandbys: true })]);
    expect([1, 2, 3].map(() => tracker.observe([null])).at(-1)).toEqual({
      standing: 'lost',
      reason: 'no answer for 3 s',
    });
  });

  it.each([
    [[answer(1), answer(1)], 1, null],
    [[answer(1), answer(2)], 1, null],
    [[answer(2), answer(1)], 0, 'another host is the primary now'],
    [[answer(null), answer(null)], 1, null],
  ])('of two hosts that accept writes uses the newer, else its own: %j', (answers, host, reason) => {
    const tracker = new PrimaryTracker(1);
    expect(tracker.observe(answers)?.reason ?? null).toBe(reason);
    expect(tracker.host).toBe(host);
  });

  it.each([
    [false, 3],
    [true, 8],
  ])(
    'gives up behind a pooler, where commits wait for standbys (%s), after %i checks',
    (waitsForStandbys, looks) => {
      const tracker = new PrimaryTracker(0, true);
      tracker.observe([answer(1, { waitsForStandbys })]);
      const changes = Array.from({ length: looks }, () => tracker.observe([null])?.standing);
      expect(changes.indexOf('lost')).toBe(looks - 1);
    },
  );

  it('ignores checks for which this process was late', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(1)]);
    expect([1, 2, 3, 4].map(() => tracker.observe([null], true))).toEqual([null, null, null, null]);
  });

  it('uses the promoted host at once, however early', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(1), standby]);
    expect(tracker.observe([null, answer(2)])).toEqual({
      standing: 'primary',
      reason: 'another host is the primary now',
    });
    expect(tracker.host).toBe(1);
  });

  it('counts and leaves an old primary that lives on', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(1), standby]);
    tracker.observe([answer(1), answer(2)]);
    expect(tracker.host).toBe(1);
    tracker.observe([answer(1), answer(2)]);
    expect(tracker).toMatchObject({ host: 1, staleAnswers: 1 });
    expect([1, 2, 3].map(() => tracker.observe([answer(1), null])?.standing).at(-1)).toBe('lost');
    expect(tracker.observe([answer(1), null])).toBeNull();
  });

  it('gives up an address that leads to an old primary', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(2)]);
    expect([1, 2, 3].map(() => tracker.observe([answer(1)])).at(-1)).toEqual({
      standing: 'lost',
      reason: 'it is on an old timeline',
    });
  });

  it('notices a promotion behind one address', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(1)]);
    expect(tracker.observe([answer(null)])).toBeNull();
    expect(tracker.observe([answer(2)])?.reason).toBe('it was promoted');
  });

  it('uses the only host for reads while it is in recovery', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(1)]);
    expect(tracker.observe([standby])?.standing).toBe('read_only');
    expect(tracker.observe([standby])).toBeNull();
    expect(tracker.observe([answer(2)])?.standing).toBe('primary');
  });

  it('has no primary at once when it goes into recovery and no other host replaces it', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(1), standby]);
    expect(tracker.observe([standby, standby])?.standing).toBe('lost');
  });

  it.each([
    [2_001, null],
    [2_002, 'its clock was set'],
    [-30_000, 'its clock was set'],
  ])('handles a clock that moved by %i ms: %s', (movedMs, reason) => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(1)]);
    const change = tracker.observe([answer(1, { epochAtZero: 1_000_000 + movedMs })]);
    expect(change?.reason ?? null).toBe(reason);
  });

  it('decides by recovery alone when the server hides its timeline', () => {
    const tracker = new PrimaryTracker();
    tracker.observe([answer(null)]);
    expect(tracker.observe([answer(null)])).toBeNull();
    expect(tracker.observe([standby])?.standing).toBe('read_only');
  });
});
