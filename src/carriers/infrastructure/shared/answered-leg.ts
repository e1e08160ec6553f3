import type { LegStatistics, MediaLeg } from '../../../media';

export interface AnsweredLegListener {
  /** The far side holds the line, or takes it up again. */
  held(isHeld: boolean): void;
  /** A key that did not come with the audio. */
  key(key: string): void;
  /** The far side has ended it, or is gone. Not called after our own hang-up. */
  ended(why: 'hung_up' | 'lost'): void;
}

/** A phone that was answered, over whatever network. */
export interface AnsweredLeg {
  readonly leg: MediaLeg;
  /** The far side held the line when it answered. */
  readonly held: boolean;
  /** Tells of what the far side does; at once, when it has ended already. */
  listen(listener: AnsweredLegListener): void;
  /** Whether the far side hears of it is not waited for. */
  hangUp(): void;
  /** Ends its audio; with what it counted, null when that is lost with the media thread. */
  close(): Promise<LegStatistics | null>;
}

/** For the timeline. */
export function mediaSummary(statistics: LegStatistics | null): string {
  if (!statistics) return 'The audio ended with its thread.';
  const { codec, received, lost, sent } = statistics;
  return `Codec ${codec ?? 'unknown'}; packets received ${received}, lost ${lost}, sent ${sent}.`;
}
