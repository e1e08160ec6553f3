import { liveStatuses, type TransitionTable } from '../../platform/kernel/transition-table';
import { FINAL_STATUSES } from '../../shared-kernel/final-statuses';

/** Statuses of a human call, in the order of the API's description. */
export const HUMAN_CALL_STATUSES = [
  'queued',
  'ringing_counsellor',
  'connecting',
  'in_progress',
  'completed',
  'no_answer',
  'busy',
  'failed',
  'canceled',
] as const;
export type HumanCallStatus = (typeof HUMAN_CALL_STATUSES)[number];

export type HumanCallTrigger =
  | 'dial'
  | 'counsellor_answers'
  | 'contact_answers'
  | 'ring_out'
  | 'find_busy'
  | 'fail'
  | 'cancel'
  | 'hang_up';

/** Every allowed transition (R3). */
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
} as const satisfies TransitionTable<HumanCallStatus, HumanCallTrigger>;

/** Statuses in which the call occupies a line and its counsellor. */
export const LIVE_HUMAN_CALL_STATUSES = liveStatuses<HumanCallStatus>(HUMAN_CALL_TRANSITIONS, 'queued');
