import type { Transferred } from '../conversation';
import { NOT_TRANSCRIBED } from '../shared-kernel/talk';
import type { LineEndReason } from './voice-line';

/** A contact who is being handed over to a person. */
export interface Transfer {
  /** A key of the contact that did not come with the audio. */
  key(key: string): void;
  /** Stops the ringing, or hangs up on the person; `over` follows. */
  stop(): void;
  /** Resolves when the person has gone, or when nobody took it. Never rejects. */
  readonly over: Promise<{ readonly endedBy: 'human' | 'lost' | null }>;
}

/**
 * Rings these numbers, one after another, while the contact hears that it rings.
 * @param taken is called when a person answered, so many milliseconds ago (0): since then the two hear each other
 */
export type StartTransfer = (numbers: readonly string[], taken: (agoMs?: number) => void) => Transfer;

const ENDED_BY: Readonly<Record<LineEndReason, Transferred['endedBy']>> = {
  hung_up: 'contact',
  lost: 'lost',
  limit: 'limit',
};

/**
 * @param times when it was taken, if it was, and when it ended, in milliseconds since the answer
 * @param cut what ended it first, if the person did not
 */
export function transferResult(
  { takenMs, endMs }: { readonly takenMs: number | null; readonly endMs: number },
  cut: LineEndReason | undefined,
  endedBy: 'human' | 'lost' | null,
): Transferred {
  const by = cut ? ENDED_BY[cut] : takenMs === null ? null : endedBy;
  if (takenMs === null) return { turns: [], endedBy: by };
  return { turns: [{ speaker: 'human', text: NOT_TRANSCRIBED, startMs: takenMs, endMs }], endedBy: by };
}
