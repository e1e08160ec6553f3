import type { AnsweredBy } from '../shared-kernel/call-parties';
import type { Language } from '../shared-kernel/language';
import type { Patience } from '../shared-kernel/talk';
import type { Timers } from '../platform/kernel/time/timers';
import type { Recognition } from '../speech';
import type { BargeInDetector } from './turns/barge-in-detector';
import type { EarlySpeech } from './turns/early-speech';
import type { TalkFigures } from './talk-metrics';

export type VoiceEvent =
  | { readonly type: 'answering_party'; readonly value: AnsweredBy }
  | { readonly type: 'timeline'; readonly kind: 'amd' | 'dtmf' | 'speech'; readonly message: string };

export interface SpeechInputOptions {
  readonly timers: Timers;
  readonly language: Language;
  readonly patience: Patience;
  readonly nowMs: () => number;
  readonly offsetMs: number;
  readonly detects: boolean;
  readonly recognize: (onPartial: (text: string) => void) => Recognition;
  readonly emit: (event: VoiceEvent) => void;
  readonly bargeInDetector: () => BargeInDetector;
  readonly early: EarlySpeech;
  readonly figures: TalkFigures;
  /** The contact has finished and awaits a response, or produced no words. */
  readonly onAwaitingReply: (isAnswer: boolean) => void;
  /** Words that were reported become no turn. */
  readonly onWithdrawn: () => void;
  readonly onChanged: () => void;
}
