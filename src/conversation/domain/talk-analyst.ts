import type { Turn } from '../../platform/kernel/talk';

/** The labels of an agent that has none of its own. */
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

/** A meeting that was talked about. */
export interface Meeting {
  readonly requested: boolean;
  readonly at: string | null;
  readonly timeText: string | null;
  readonly type: string | null;
}

/** What was found out in a talk; null is "not known", never a guess. */
export interface TalkAnalysis {
  readonly disposition: string;
  readonly summary: string | null;
  /** Each extraction question to what the contact said to it, or null. */
  readonly answers: Readonly<Record<string, string | null>>;
  /** 1 (cold) to 10 (hot). */
  readonly leadRating: number | null;
  readonly callbackRequested: boolean;
  readonly callbackTimeText: string | null;
  readonly followUp: FollowUp | null;
  readonly followUpNote: string | null;
  readonly meeting: Meeting | null;
  /** "Never call me again", apart from the label: this alone puts the number on the do-not-call list. */
  readonly askedNotToBeCalled: boolean;
}

/** The transcript (whoever made it) and what is asked of it. */
export interface AnalysisRequest {
  readonly turns: readonly Turn[];
  readonly questions: readonly string[];
  /** The labels to choose from; empty means the defaults. Incomplete and Do_Not_Call may be given whatever they are. */
  readonly dispositions: readonly string[];
  readonly language: string | null;
  readonly now: Date;
  readonly timeZone: string;
}

/** Reads a talk from its transcript alone. Fails by throwing; the caller tries again. */
export abstract class TalkAnalyst {
  abstract analyse(request: AnalysisRequest, signal: AbortSignal): Promise<TalkAnalysis>;

  /** The reading of a talk in which the contact said no word, and of one whose analysis failed for good. */
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
      askedNotToBeCalled: false,
    };
  }
}
