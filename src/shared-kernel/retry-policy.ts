import { choice, list, number, object, type ValuesOf } from '../platform/kernel/field-table';

/** Ends of a call that another attempt may follow; `voicemail`: a machine answered. */
export const RETRY_CAUSES = ['no_answer', 'busy', 'failed', 'voicemail'] as const;
export type RetryCause = (typeof RETRY_CAUSES)[number];

const MAX_WAIT_MINUTES = 10_080;

export const RETRY_LIMITS = { attempts: 5, waits: 4, waitMinutes: MAX_WAIT_MINUTES } as const;

const DEFAULT_CAUSES: readonly RetryCause[] = ['no_answer', 'busy'];
const DEFAULT_WAITS: readonly number[] = [60, 240, 1_440];
const RETRY_DEFAULTS = { on: DEFAULT_CAUSES, waitMinutes: DEFAULT_WAITS } as const;

const FIELDS = {
  maxAttempts: number({
    min: 1,
    max: RETRY_LIMITS.attempts,
    whole: true,
    required: true,
    description: 'Calls at most, the first included; 1: no further attempt.',
  }),
  on: list(choice(RETRY_CAUSES, { description: 'An end.' }), {
    minItems: 1,
    maxItems: RETRY_CAUSES.length,
    default: DEFAULT_CAUSES,
    nullIsDefault: true,
    description: 'Ends that an attempt follows; voicemail: completed, but a machine answered.',
  }),
  waitMinutes: list(number({ description: 'Minutes.', min: 0, max: MAX_WAIT_MINUTES, whole: true }), {
    minItems: 1,
    maxItems: RETRY_LIMITS.waits,
    default: DEFAULT_WAITS,
    nullIsDefault: true,
    description: 'From the end of an attempt to the next one; the last value repeats.',
  }),
};

/** Whether, when and how often a contact is called again. */
export type RetryPolicy = ValuesOf<typeof FIELDS>;

export const RETRY_FIELD = object(FIELDS, {
  readOnly: ['attempt', 'first_call_id', 'previous_call_id', 'next_call_id', 'next_at', 'stopped'],
  description: "Further attempts; the account's default when left out.",
  example: { max_attempts: 3, on: ['no_answer', 'busy'], wait_minutes: [60, 240] },
});

/** A policy as the API has it. */
export interface RetryView {
  readonly max_attempts: number;
  readonly on: readonly RetryCause[];
  readonly wait_minutes: readonly number[];
}

export function retryPolicyOf({ max_attempts, on, wait_minutes }: RetryView): RetryPolicy {
  return { maxAttempts: max_attempts, on, waitMinutes: wait_minutes };
}

export function retryView({ maxAttempts, on, waitMinutes }: RetryPolicy): RetryView {
  return { max_attempts: maxAttempts, on, wait_minutes: waitMinutes };
}

/** A change of some fields; what was never set has its default. */
export function changedPolicy(policy: RetryPolicy | null, change: Partial<RetryPolicy>): RetryPolicy {
  return { ...(policy ?? { maxAttempts: 1, ...RETRY_DEFAULTS }), ...change };
}

/** null: one attempt is made, and no chain. */
export function chainPolicy(policy: RetryPolicy | null): RetryPolicy | null {
  return policy && policy.maxAttempts > 1 ? policy : null;
}

/** Minutes between an attempt (1 for the first) and the next one. */
export function waitAfter({ waitMinutes }: RetryPolicy, attempt: number): number {
  return waitMinutes[Math.min(attempt, waitMinutes.length) - 1] ?? 0;
}
