import { nextStatus, type TransitionTable } from '../../platform/kernel/transition-table';
import { nextAttemptAt } from './next-attempt';

export const EVENT_TYPES = [
  'call.completed',
  'call.not_connected',
  'webhook.test',
  'human_call.analysis_ready',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Attempts for events about an AI call are shown in the call's timeline. */
export function isCallEvent(type: EventType): boolean {
  return type === 'call.completed' || type === 'call.not_connected';
}

/** dropped: all attempts failed, or the endpoint was deleted. kept: the schedule never sends it, as a webhook.test. */
export type EventStatus = 'pending' | 'delivered' | 'dropped' | 'kept';

type EventTrigger = 'accept' | 'retry' | 'give_up' | 'ask';

/** All but pending and delivered events can be redelivered, at once or scheduled. */
export const EVENT_TRANSITIONS = {
  pending: { accept: 'delivered', retry: 'pending', give_up: 'dropped', ask: 'pending' },
  kept: { accept: 'delivered', ask: 'pending' },
  dropped: { accept: 'delivered', ask: 'pending' },
  delivered: {},
} as const satisfies TransitionTable<EventStatus, EventTrigger>;

export interface EventProgress {
  readonly state: EventStatus;
  readonly attempts: number;
  readonly scheduledAttempts: number;
  readonly nextAttemptAt: Date | null;
  readonly leaseUntil: Date | null;
}

export interface EndedAttempt {
  readonly delivered: boolean;
  readonly endedAt: Date;
  readonly lease: Date | null;
}

/** A failure advances the schedule only with a valid lease: neither after a redelivery nor another process's lease. */
export function afterAttempt(
  event: EventProgress,
  attempt: EndedAttempt,
  waitsMs: readonly number[],
): EventProgress {
  const attempts = event.attempts + 1;
  if (attempt.delivered) {
    return { ...event, attempts, ...move(event.state, 'accept'), nextAttemptAt: null, leaseUntil: null };
  }
  const ours = attempt.lease !== null && event.leaseUntil?.getTime() === attempt.lease.getTime();
  if (!ours || event.state !== 'pending') return { ...event, attempts };
  const scheduledAttempts = event.scheduledAttempts + 1;
  const next = nextAttemptAt(waitsMs, scheduledAttempts, attempt.endedAt);
  const state = move(event.state, next ? 'retry' : 'give_up');
  return { ...state, attempts, scheduledAttempts, nextAttemptAt: next, leaseUntil: null };
}

function move(from: EventStatus, trigger: EventTrigger): { readonly state: EventStatus } {
  return { state: nextStatus<EventStatus, EventTrigger>(EVENT_TRANSITIONS, from, trigger) ?? from };
}
