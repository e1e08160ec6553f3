import type { Turn } from '../../shared-kernel/talk';

export type TalkState = 'listening' | 'hearing' | 'thinking' | 'speaking';

/** Parts of the contact's wait for an answer, in milliseconds; null: not measured. */
export interface AnswerStages {
  readonly endpointing: number | null;
  readonly stt: number | null;
  readonly llm: number | null;
  readonly tts: number | null;
}

export interface ObservedTurn extends Turn {
  /** Set for answers of the agent. */
  readonly stages?: AnswerStages;
  /** The contact cut in. */
  readonly cut?: boolean;
}

/** Follows a talk as it goes on. Turns are those of the transcript. Its methods return at once and never throw. */
export interface TalkObserver {
  /** Called with changes only. */
  onState(state: TalkState): void;
  /** The contact's words so far; '' when they become no turn. */
  onPartial(text: string): void;
  onTurn(turn: ObservedTurn): void;
}
