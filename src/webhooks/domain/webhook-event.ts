import { nextStatus, type TransitionTable } from '../../platform/kernel/transition-table';
import { nextAttemptAt } from './retry-schedule';

/** The events of the description. */
export const EVENT_TYPES = [
  'call.completed',
  'call.not_connected',
  'webhook.test',
  'human_call.analysis_ready',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Types that tell of an AI call; their attempts stand in the call's timeline. */
export function tellsOfCall(type: EventType): boolean {
  return type === 'call.completed' || type === 'call.not_connected';
}

/**
 * pending: attempts are due. delivered: an endpoint took it. dropped: the schedule is used up, or the endpoint was deleted.
 * kept: made without an endpoint, or a webhook.test; never sent by the schedule.
 */
export type EventStatus = 'pending' | 'delivered' | 'dropped' | 'kept';

type EventTrigger = 'accept' | 'retry' | 'give_up';

/** A dropped or kept event can still be redelivered; a delivered one stays delivered. */
export const EVENT_TRANSITIONS = {
  pending: { accept: 'delivered', retry: 'pending', give_up: 'dropped' },
  kept: { accept: 'delivered' },
  dropped: { accept: 'delivered' },
  delivered: {},
} as const satisfies TransitionTable<EventStatus, EventTrigger>;

/** What attempts change of an event. */
export interface EventProgress {
  readonly state: EventStatus;
  /** All attempts, redeliveries included. */
  readonly attempts: number;
  /** Those of the schedule, redeliveries not included. */
  readonly scheduledAttempts: number;
  readonly nextAttemptAt: Date | null;
  /** Until then somebody is at work on it. */
  readonly leaseUntil: Date | null;
}

/** An attempt that is over. */
export interface EndedAttempt {
  readonly delivered: boolean;
  readonly endedAt: Date;
  /** The lease under which the schedule's attempt was made; null for one that the client asked for. */
  readonly lease: Date | null;
}

/**
 * What an attempt makes of its event. A success ends the schedule, whoever asked for it. Only a failure of the schedule's
 * own attempt moves the schedule on: not that of a redelivery, and not one whose lease ran out and went to another.
 */
export function afterAttempt(
  event: EventProgress,
  attempt: EndedAttempt,
  waitsMs: readonly number[],
): EventProgress {
  const attempts = event.attempts + 1;
  if (attempt.delivered) {
    return { ...event, attempts, ...moved(event.state, 'accept'), nextAttemptAt: null, leaseUntil: null };
  }
  const ours = attempt.lease !== null && event.leaseUntil?.getTime() === attempt.lease.getTime();
  if (!ours || event.state !== 'pending') return { ...event, attempts };
  const scheduledAttempts = event.scheduledAttempts + 1;
  const next = nextAttemptAt(waitsMs, scheduledAttempts, attempt.endedAt);
  const state = moved(event.state, next ? 'retry' : 'give_up');
  return { ...state, attempts, scheduledAttempts, nextAttemptAt: next, leaseUntil: null };
}

function moved(from: EventStatus, trigger: EventTrigger): { readonly state: EventStatus } {
  return { state: nextStatus<EventStatus, EventTrigger>(EVENT_TRANSITIONS, from, trigger) ?? from };
}
