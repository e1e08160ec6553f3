import type { TransitionTable } from '../../platform/kernel/transition-table';

export type CounsellorStatus = 'active' | 'invited' | 'inactive';

export type CounsellorTrigger = 'accept' | 'activate' | 'deactivate';

export const COUNSELLOR_TRANSITIONS = {
  invited: { accept: 'active', activate: 'active', deactivate: 'inactive' },
  active: { deactivate: 'inactive' },
  inactive: { activate: 'active' },
} as const satisfies TransitionTable<CounsellorStatus, CounsellorTrigger>;
