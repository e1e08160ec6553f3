import type { TalkBrief } from './talk';

/** A brief whose placeholders tools fill before the talk. Its promises never reject. */
export interface EarlyBrief {
  /** When all tools have answered or failed. */
  readonly ready: Promise<TalkBrief>;
  /** Then, or after `withinMs` with what has been provided until then; the first result stays. */
  settle(withinMs: number): Promise<TalkBrief>;
  /** The talk is over: tools that still run are dropped. */
  drop(): void;
}
