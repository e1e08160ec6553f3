import type { Turn } from '../../shared-kernel/talk';

export const DEFAULT_DISPOSITIONS = [
  'Interested',
  'Likely_Interested',
  'Callback',
  'Not_Interested',
  'Requirement_Not_Clear',
  'Wrong_Number',
  'Voicemail',
  'Do_Not_Call',
  'Incomplete',
] as const;
export type Disposition = (typeof DEFAULT_DISPOSITIONS)[number];

export type FollowUp = 'CALL' | 'CALL_LATER' | 'SKIP';

export interface Meeting {
  readonly requested: boolean;
  readonly at: string | null;
  readonly timeText: string | null;
  readonly type: string | null;
}

/** `null`: unknown; nothing is guessed. */
export interface TalkAnalysis {
  readonly disposition: string;
  readonly summary: string | null;
  readonly answers: Readonly<Record<string, string | null>>;
  /** 1 (cold) to 10 (hot). */
  readonly leadRating: number | null;
  readonly callbackRequested: boolean;
  readonly callbackTimeText: string | null;
  readonly followUp: FollowUp | null;
  readonly followUpNote: string | null;
  readonly meeting: Meeting | null;
  /** Independent of the disposition: this alone puts the number on the do-not-call list. */
  readonly optedOut: boolean;
}

export interface AnalysisRequest {
  readonly turns: readonly Turn[];
  readonly questions: readonly string[];
  /** Empty: the defaults. Incomplete and Do_Not_Call are always allowed. */
  readonly dispositions: readonly string[];
  readonly language: string | null;
  readonly now: Date;
  readonly timeZone: string;
}

/** Analyses a talk from its transcript alone. */
export abstract class TalkAnalyst {
  /** Rejects when the analysis failed; the caller retries. */
  abstract analyse(request: AnalysisRequest, signal: AbortSignal): Promise<TalkAnalysis>;

  /** The analysis of a talk without a turn of the contact, or whose analysis failed permanently. */
  static emptyAnalysis(questions: readonly string[]): TalkAnalysis {
    return {
      disposition: 'Incomplete',
      summary: null,
      answers: Object.fromEntries(questions.map((question) => [question, null])),
      leadRating: null,
      callbackRequested: false,
      callbackTimeText: null,
      followUp: null,
      followUpNote: null,
      meeting: null,
      optedOut: false,
    };
  }
}
