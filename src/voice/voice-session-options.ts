import type { LinePhrases } from '../conversation';
import type { Interruption, Patience } from '../shared-kernel/talk';
import type { Timers } from '../platform/kernel/time/timers';
import type { Recognition, Synthesis } from '../speech';
import type { VoiceEvent } from './speech-input-options';
import type { TalkFigures } from './talk-metrics';
import type { TalkObserver } from './observer/talk-observer';
import type { StartTransfer } from './transfer';

export interface VoiceSessionOptions {
  readonly timers: Timers;
  readonly now: () => number;
  /** The answer on the clock of `now`. Absent: the line begins with it. */
  readonly answeredAt?: number | undefined;
  readonly language: string | null;
  readonly interruption: Interruption;
  readonly patience: Patience;
  readonly direction: 'outbound' | 'inbound';
  readonly synthesis: Synthesis;
  /** @param onPartial gets the words of the turn so far */
  readonly recognize: (onPartial: (text: string) => void) => Recognition;
  readonly phrases: LinePhrases;
  readonly emit: (event: VoiceEvent) => void;
  readonly figures: TalkFigures;
  readonly transfer?: StartTransfer | undefined;
  readonly observer?: TalkObserver | undefined;
}
