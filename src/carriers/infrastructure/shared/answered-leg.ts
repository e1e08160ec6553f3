import { describeLine } from '../../../shared-kernel/line-quality';
import type { LegStatistics, MediaLeg } from '../../../media';

export interface AnsweredLegListener {
  onHold(isOnHold: boolean): void;
  /** A key that came by signaling, not with the audio. */
  onKey(key: string): void;
  onEnded(why: 'hung_up' | 'lost'): void;
}

export interface AnsweredLeg {
  readonly leg: MediaLeg;
  /** When it answered. */
  readonly isOnHold: boolean;
  /** Calls `onEnded` at once when the far side has ended before. */
  listen(listener: AnsweredLegListener): void;
  /** Does not wait for the response. */
  hangUp(): void;
  /** null: the statistics are lost with the media thread. */
  close(): Promise<LegStatistics | null>;
}

export function describeCodec({ codec, isEncrypted }: LegStatistics): string {
  return `Codec ${codec ?? 'unknown'}${isEncrypted ? ', encrypted' : ''}`;
}

/** Sentences for the timeline. */
export function mediaSummary(statistics: LegStatistics | null): readonly string[] {
  if (!statistics) return ['The audio ended with its thread.'];
  const { received, lost, sent, line } = statistics;
  const packets = `${describeCodec(statistics)}; packets received ${received}, lost ${lost}, sent ${sent}.`;
  return [packets, ...(line ? [describeLine(line)] : [])];
}
