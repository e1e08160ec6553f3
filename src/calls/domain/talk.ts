import type { Turn } from '../../shared-kernel/talk';
import type { OutcomeReading } from './outcome';

/** The stored conversation of a call. */
export interface Talk {
  readonly turns: readonly Turn[];
  readonly reading: OutcomeReading | null;
}
