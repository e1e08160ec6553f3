import { linePhrases } from '../../../conversation';
import type { MediaLeg } from '../../../media';
import type { TalkBrief } from '../../../platform/kernel/talk';
import type { Timers } from '../../../platform/timers';
import { describeFailure, Recognition, SentenceCutter, type SpeechEngines, Synthesis } from '../../../speech';
import type { VoiceFact } from './hearing';
import type { TalkFigures } from './talk-metrics';
import type { VoiceLine } from './voice-line';
import { VoiceSession } from './voice-session';

/** What is made ready while a phone rings. */
export interface PreparedLine {
  /** The phone was answered just now. */
  answered(leg: MediaLeg): VoiceLine;
  /** Nobody answered. */
  drop(): void;
}

/** Makes the lines that agents talk on. */
export class VoiceLines {
  constructor(
    private readonly engines: SpeechEngines,
    private readonly timers: Timers,
    private readonly figures: TalkFigures,
    /** The clock of `performance.now()`, in milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Connects speech recognition and makes the first sentences.
   * @returns null when this process has no engines for the agent
   */
  prepare(brief: TalkBrief, tell: (fact: VoiceFact) => void): PreparedLine | null {
    const { timers, figures, now } = this;
    const stt = this.engines.recognizers(brief.language);
    const engine = this.engines.voice(brief.voice.engine);
    if (!engine || stt.length === 0) return null;
    const failed = (what: string) => (name: string, error: unknown) => {
      figures.speechFailed(name);
      tell({
        type: 'detail',
        kind: 'speech',
        message: `${what} by ${name} failed: ${describeFailure(error)}.`,
      });
    };
    const { language, keyterms, pace, interruption, direction } = brief;
    const { voice, temperature, modulation, pronunciations } = brief.voice;
    const phrases = linePhrases(language);
    const synthesis = new Synthesis({
      ...{ engine, spare: this.engines.spareVoice, pronunciations, timers },
      settings: { language, voice, pace, temperature, modulation },
      onFailure: failed('Speech synthesis'),
    });
    let onPartial: (text: string) => void = () => undefined;
    const recognition = new Recognition({
      ...{ engines: stt, language, keyterms, timers },
      onPartial: (text) => {
        onPartial(text);
      },
      onFailure: failed('Speech recognition'),
    });
    recognition.open();
    void synthesis.prepare([...sentencesOf(brief.openingLine), phrases.trouble, ...phrases.thinking]);
    return {
      answered: (leg) =>
        new VoiceSession(leg, {
          ...{ timers, now, language, interruption, direction, synthesis, phrases, tell, figures },
          recognize: (listener) => {
            onPartial = listener;
            return recognition;
          },
        }),
      drop: () => {
        recognition.close();
        synthesis.close();
      },
    };
  }
}

/** As they will be asked for when the line is said. */
function sentencesOf(text: string): string[] {
  const cutter = new SentenceCutter();
  return [...cutter.push(text), cutter.rest()].filter((sentence) => sentence !== '');
}
