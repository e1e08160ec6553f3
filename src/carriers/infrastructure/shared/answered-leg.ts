import type { LegStatistics, MediaLeg } from '../../../media';

export interface AnsweredLegListener {
  /** The far side puts us on hold, or resumes. */
  onHold(isOnHold: boolean): void;
  /** A key that did not come with the audio. */
  onKey(key: string): void;
  onEnded(why: 'hung_up' | 'lost'): void;
}

/** A phone that was answered, over any network. */
export interface AnsweredLeg {
  readonly leg: MediaLeg;
  /** The far side was on hold when it answered. */
  readonly isOnHold: boolean;
  /** Calls `onEnded` at once when the far side has ended before. */
  listen(listener: AnsweredLegListener): void;
  /** Does not wait for the response. */
  hangUp(): void;
  /** Ends the audio. Null: its statistics are lost with the media thread. */
  close(): Promise<LegStatistics | null>;
}

/** For the timeline. */
export function mediaSummary(statistics: LegStatistics | null): string {
  if (!statistics) return 'The audio ended with its thread.';
  const { codec, received, lost, sent } = statistics;
  return `Codec ${codec ?? 'unknown'}; packets received ${received}, lost ${lost}, sent ${sent}.`;
}
