import type { TalkBrief } from './talk';

/** A brief whose placeholders tools fill before the talk. Its promises never reject. */
export interface EarlyBrief {
  /** Resolves when all tools have answered or failed. */
  readonly ready: Promise<TalkBrief>;
  /** Resolves like `ready`, or after `withinMs` with what tools have provided so far; the first result stays. */
  settle(withinMs: number): Promise<TalkBrief>;
  /** Drops tools that still run, at the end of the talk. */
  drop(): void;
}
