import type { Amount } from '../../platform/kernel/amount';
import type { Turn } from '../../shared-kernel/talk';
import { own } from '../../platform/kernel/own';

/** Shorter recordings are not analyzed. */
export const MIN_TALK_SECONDS = 3;

type Sentiment = 'positive' | 'neutral' | 'negative';

export interface HumanReading {
  readonly summary: string | null;
  readonly sentiment: Sentiment;
  readonly answers: Readonly<Record<string, string | null>>;
  readonly followUp: string | null;
  readonly followUpNote: string | null;
  /** Amount charged, a decimal with 4 places. */
  readonly credits: string;
}

export interface HumanTalk {
  /** `human` is the counsellor. */
  readonly turns: readonly Turn[];
  readonly recordedSeconds: number;
  readonly reading: HumanReading | null;
}

/** Price of the exact seconds, rounded up to 4 places. */
export function analysisPrice(recordedSeconds: number, perMinute: Amount): Amount {
  return (perMinute * BigInt(recordedSeconds) + 59n) / 60n;
}

const SENTIMENTS: Readonly<Record<string, Sentiment>> = {
  Interested: 'positive',
  Likely_Interested: 'positive',
  Not_Interested: 'negative',
  Do_Not_Call: 'negative',
};

export function sentimentOf(disposition: string): Sentiment {
  return own(SENTIMENTS, disposition) ?? 'neutral';
}
