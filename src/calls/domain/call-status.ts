import { finalStatuses, liveStatuses, statuses } from '../../platform/kernel/transition-table';
import { FINAL_STATUSES } from '../../shared-kernel/final-statuses';

export type CallTrigger =
  | 'dial'
  | 'cancel'
  | 'expire'
  | 'give_up'
  | 'answer'
  | 'ring_out'
  | 'find_busy'
  | 'fail'
  | 'put_back'
  | 'hang_up';

/** Every allowed transition (R3), by status in the order of the API's description. */
export const CALL_TRANSITIONS = {
  queued: { dial: 'dialing', cancel: 'canceled', expire: 'expired', give_up: 'failed' },
  dialing: {
    answer: 'in_progress',
    ring_out: 'no_answer',
    find_busy: 'busy',
    fail: 'failed',
    put_back: 'queued',
  },
  in_progress: { hang_up: 'completed' },
  ...FINAL_STATUSES,
  expired: {},
} as const satisfies Readonly<Record<string, Partial<Record<CallTrigger, string>>>>;
export type CallStatus = keyof typeof CALL_TRANSITIONS;
export const CALL_STATUSES = statuses<CallStatus>(CALL_TRANSITIONS);

export const LIVE_CALL_STATUSES = liveStatuses<CallStatus>(CALL_TRANSITIONS, 'queued');

export const FINAL_CALL_STATUSES = finalStatuses<CallStatus>(CALL_TRANSITIONS);

/** Statuses in which the contact was not reached, although the account did not cancel the call. */
export const NOT_REACHED_STATUSES = FINAL_CALL_STATUSES.filter(
  (status) => status !== 'completed' && status !== 'canceled',
);
