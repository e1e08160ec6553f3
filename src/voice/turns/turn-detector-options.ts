import type { Timers } from '../../platform/kernel/time/timers';
import type { Language } from '../../shared-kernel/language';
import type { Patience } from '../../shared-kernel/talk';
import type { Recognition } from '../../speech';
import type { TalkFigures } from '../talk-metrics';

export interface RecognizedTurn {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly longestMs: number;
}

type SettledWords = Pick<RecognizedTurn, 'text' | 'startMs' | 'endMs'>;

interface TurnEvents {
  onVoiced(atMs: number): void;
  onQuiet(atMs: number): void;
  onWords(text: string): void;
  /** The turn may be over with these words. May repeat them. */
  onSettled(words: SettledWords): void;
  /** @param mayContinue its last words join, fill or count, or it is not known whether they end a sentence */
  onOver(mayContinue: boolean): void;
  onTurn(turn: RecognizedTurn): void;
  onNoise(): void;
  onFailed(): void;
}

export interface TurnDetectorOptions {
  readonly recognition: Recognition;
  readonly language: Language;
  readonly patience: Patience;
  readonly timers: Timers;
  readonly nowMs: () => number;
  readonly offsetMs: number;
  readonly events: TurnEvents;
  readonly figures: TalkFigures;
}
