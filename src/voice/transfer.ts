import type { Transferred } from '../conversation';
import { NOT_TRANSCRIBED } from '../shared-kernel/talk';
import type { LineEndReason } from './voice-line';

export interface Transfer {
  key(key: string): void;
  stop(): void;
  /** Resolves when the person's call has ended, or no person answered. Never rejects. */
  readonly over: Promise<{ readonly endedBy: 'human' | 'lost' | null }>;
}

/** Rings these numbers in turn. @param onAnswered a person answered `agoMs` ago (0), and both are connected */
export type StartTransfer = (numbers: readonly string[], onAnswered: (agoMs?: number) => void) => Transfer;

const ENDED_BY: Readonly<Record<LineEndReason, Transferred['endedBy']>> = {
  hung_up: 'contact',
  lost: 'lost',
  limit: 'limit',
};

/** @param times of the person's answer, if any, and of the end, in milliseconds since the talk's answer */
export function transferResult(
  { answeredMs, endMs }: { readonly answeredMs: number | null; readonly endMs: number },
  cut: LineEndReason | undefined,
  endedBy: 'human' | 'lost' | null,
): Transferred {
  const by = cut ? ENDED_BY[cut] : answeredMs === null ? null : endedBy;
  if (answeredMs === null) return { turns: [], endedBy: by };
  return { turns: [{ speaker: 'human', text: NOT_TRANSCRIBED, startMs: answeredMs, endMs }], endedBy: by };
}
