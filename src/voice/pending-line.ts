import type { MediaLeg } from '../media';
import type { StartTransfer } from './transfer';
import type { VoiceLine } from './voice-line';

/** The agent's line of a phone that is not answered yet. */
export interface PendingLine {
  /** The phone rings: connects recognition and synthesizes the first sentences. Idempotent. */
  prepare(): void;
  /** Resolves when recognition is connected and the first sentence begins to arrive. False after a failure. */
  isReady(): Promise<boolean>;
  /** @param answeredAt by `performance.now()`; absent: now */
  answer(leg: MediaLeg, transfer?: StartTransfer, answeredAt?: number): VoiceLine;
  drop(): void;
}
