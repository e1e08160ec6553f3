import type { Turn } from '../../shared-kernel/talk';
import type { OutcomeReading } from './outcome';

/** What is stored of a call's conversation. */
export interface Talk {
  readonly turns: readonly Turn[];
  readonly reading: OutcomeReading | null;
}
