import type { TransitionTable } from '../../platform/kernel/transition-table';

/** "Values: active, invited, inactive" (description, Counsellor status). */
export type CounsellorStatus = 'active' | 'invited' | 'inactive';

export type CounsellorTrigger = 'accept' | 'activate' | 'deactivate';

/** The description's Counsellor status, with decisions, section 6: nothing else is possible, and nothing is final. */
export const COUNSELLOR_TRANSITIONS = {
  invited: { accept: 'active', activate: 'active', deactivate: 'inactive' },
  active: { deactivate: 'inactive' },
  inactive: { activate: 'active' },
} as const satisfies TransitionTable<CounsellorStatus, CounsellorTrigger>;
