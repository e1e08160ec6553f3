import { liveStatuses, statuses } from '../../platform/kernel/transition-table';
import { FINAL_STATUSES } from '../../shared-kernel/final-statuses';

export type HumanCallTrigger =
  | 'dial'
  | 'counsellor_answers'
  | 'contact_answers'
  | 'ring_out'
  | 'find_busy'
  | 'fail'
  | 'cancel'
  | 'hang_up';

/** Every allowed transition (R3), by status in the order of the API's description. */
export const HUMAN_CALL_TRANSITIONS = {
  queued: { dial: 'ringing_counsellor', cancel: 'canceled', fail: 'failed' },
  ringing_counsellor: {
    counsellor_answers: 'connecting',
    ring_out: 'no_answer',
    find_busy: 'busy',
    fail: 'failed',
    cancel: 'canceled',
  },
  connecting: {
    contact_answers: 'in_progress',
    ring_out: 'no_answer',
    find_busy: 'busy',
    fail: 'failed',
    cancel: 'canceled',
  },
  in_progress: { hang_up: 'completed' },
  ...FINAL_STATUSES,
} as const satisfies Readonly<Record<string, Partial<Record<HumanCallTrigger, string>>>>;
export type HumanCallStatus = keyof typeof HUMAN_CALL_TRANSITIONS;
export const HUMAN_CALL_STATUSES = statuses<HumanCallStatus>(HUMAN_CALL_TRANSITIONS);

/** Statuses in which the call occupies a line and its counsellor. */
export const LIVE_HUMAN_CALL_STATUSES = liveStatuses<HumanCallStatus>(HUMAN_CALL_TRANSITIONS, 'queued');
