import { isFinal } from '../../platform/kernel/transition-table';
import { nextAttemptAt } from './next-attempt';
import { afterAttempt, type EventProgress, EVENT_TRANSITIONS } from './webhook-event';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The default schedule (R82). */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const T0 = new Date('2026-11-20T09:00:00.000Z');
const LEASE = new Date(T0.getTime() + 30_000);

const pending: EventProgress = {
  state: 'pending',
  attempts: 0,
  scheduledAttempts: 0,
  nextAttemptAt: T0,
  leaseUntil: LEASE,
};

test('counts each delay from the previous failure, and has none after the sixth attempt', () =>
  expect([1, 2, 3, 4, 5, 6].map((failed) => nextAttemptAt(WAITS, failed, T0)?.getTime())).toEqual([
    ...WAITS.map((wait) => T0.getTime() + wait),
    undefined,
  ]));

test('drops the event after six failures, over about nine hours', () => {
  let event = pending;
  let now = T0;
  const due: number[] = [];
  for (let attempt = 1; event.state === 'pending'; attempt++) {
    expect(attempt).toBeLessThanOrEqual(6);
    now = new Date((event.nextAttemptAt ?? now).getTime() + 10_000);
    event = afterAttempt(
      { ...event, leaseUntil: LEASE },
      { delivered: false, endedAt: now, lease: LEASE },
      WAITS,
    );
    if (event.nextAttemptAt) due.push(event.nextAttemptAt.getTime() - now.getTime());
  }
  expect(due).toEqual(WAITS);
  expect(event).toEqual({
    state: 'dropped',
    attempts: 6,
    scheduledAttempts: 6,
    nextAttemptAt: null,
    leaseUntil: null,
  });
  expect(now.getTime() - T0.getTime()).toBe(8 * HOUR + 36 * MINUTE + 60_000);
});

test('ends the schedule by a success', () =>
  expect(afterAttempt(pending, { delivered: true, endedAt: T0, lease: LEASE }, WAITS)).toEqual({
    state: 'delivered',
    attempts: 1,
    scheduledAttempts: 0,
    nextAttemptAt: null,
    leaseUntil: null,
  }));

describe('a redelivery', () => {
  test.each(['pending', 'kept', 'dropped', 'delivered'] as const)(
    'leaves a %s event unchanged by a failure',
    (state) => {
      const event = { ...pending, state };
      expect(afterAttempt(event, { delivered: false, endedAt: T0, lease: null }, WAITS)).toEqual({
        ...event,
        attempts: 1,
      });
    },
  );

  test.each(['pending', 'kept', 'dropped', 'delivered'] as const)(
    'delivers a %s event by a success',
    (state) => {
      const after = afterAttempt({ ...pending, state }, { delivered: true, endedAt: T0, lease: null }, WAITS);
      expect(after).toMatchObject({ state: 'delivered', attempts: 1, nextAttemptAt: null });
    },
  );

  test('does not use up the schedule', () => {
    const once = afterAttempt(pending, { delivered: false, endedAt: T0, lease: null }, WAITS);
    const twice = afterAttempt(once, { delivered: false, endedAt: T0, lease: LEASE }, WAITS);
    expect(twice).toMatchObject({ attempts: 2, scheduledAttempts: 1 });
    expect(twice.nextAttemptAt?.getTime()).toBe(T0.getTime() + MINUTE);
  });
});

test('does not move the schedule twice for a failure whose lease went to another', () => {
  const later = { ...pending, leaseUntil: new Date(LEASE.getTime() + 60_000) };
  const after = afterAttempt(later, { delivered: false, endedAt: T0, lease: LEASE }, WAITS);
  expect(after).toEqual({ ...later, attempts: 1 });
});

test('drops a failed event, and delivers an accepted one, when the endpoint was deleted meanwhile', () => {
  const dropped: EventProgress = { ...pending, state: 'dropped', nextAttemptAt: null };
  expect(afterAttempt(dropped, { delivered: false, endedAt: T0, lease: LEASE }, WAITS).state).toBe('dropped');
  expect(afterAttempt(dropped, { delivered: true, endedAt: T0, lease: LEASE }, WAITS).state).toBe(
    'delivered',
  );
});

test('has one attempt without delays', () =>
  expect(afterAttempt(pending, { delivered: false, endedAt: T0, lease: LEASE }, []).state).toBe('dropped'));

test('is final only when delivered', () => {
  const states = ['pending', 'kept', 'dropped', 'delivered'] as const;
  expect(states.filter((state) => isFinal(EVENT_TRANSITIONS, state))).toEqual(['delivered']);
});
