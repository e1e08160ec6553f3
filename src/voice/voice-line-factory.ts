import { fixedPhrases, linePhrases } from '../conversation';
import type { MediaLeg } from '../media';
import { type Language, spokenLanguage } from '../shared-kernel/language';
import type { TalkBrief } from '../shared-kernel/talk';
import type { Timers } from '../platform/timers';
import {
  describeFailure,
  isLimit,
  type PhraseCache,
  Recognition,
  sentencesOf,
  type SpeechEngines,
  Synthesis,
} from '../speech';
import type { VoiceEvent } from './speech-input';
import type { StartTransfer } from './transfer';
import type { TalkFigures } from './talk-metrics';
import type { VoiceLine } from './voice-line';
import { VoiceSession } from './voice-session';

/** A line for a phone that is not answered yet. */
export interface PendingLine {
  /** The phone rings: connects recognition and makes the first sentences. More than once is once. */
  prepare(): void;
  /** Prepares; resolves with whether it can be talked, once recognition is connected and the first sentence begins to come. */
  isReady(): Promise<boolean>;
  /** The phone was answered just now; `transfer` rings people for its contact. */
  answered(leg: MediaLeg, transfer?: StartTransfer): VoiceLine;
  /** Nobody answered. */
  drop(): void;
}

/** The streams of speech engines that a call has. */
export interface LineStreams {
  /** The recognizer that is asked first; null: as this process prefers. */
  readonly stt: string | null;
  /** Another recognizer goes on. */
  moved(engine: string): void;
}

/** Makes the lines that agents talk on. */
export class VoiceLineFactory {
  /** Sentences of the offline engine, by language. */
  readonly #fixed = new Map<Language, ReadonlySet<string>>();

  constructor(
    private readonly engines: SpeechEngines,
    private readonly timers: Timers,
    private readonly figures: TalkFigures,
    /** Phrases of all talks. */
    private readonly cache: PhraseCache,
    /** An engine refused a stream, because it has too many. Never rejects. */
    private readonly limited: (kind: 'stt' | 'tts', engine: string) => Promise<void>,
    /** The clock of `performance.now()`, in milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns null when this process has no engines for the agent */
  open(brief: TalkBrief, tell: (fact: VoiceEvent) => void, streams?: LineStreams): PendingLine | null {
    const { timers, figures, now } = this;
    const stt = this.engines.recognizers(brief.language, streams?.stt ?? undefined);
    const engine = this.engines.voice(brief.voice.engine);
    if (!engine || stt.length === 0) return null;
    // The stream that was refused counts as one until that is stored.
    let stored = Promise.resolve();
    const failed = (kind: 'stt' | 'tts') => (name: string, error: unknown) => {
      if (isLimit(error)) stored = this.limited(kind, name);
      figures.speechFailed(name);
      tell({
        type: 'timeline',
        kind: 'speech',
        message: `${KINDS[kind]} by ${name} failed: ${describeFailure(error)}.`,
      });
    };
    const { language, keyterms, pace, interruption, direction } = brief;
    const { voice, temperature, modulation, pronunciations, cached } = brief.voice;
    const opening = sentencesOf(brief.openingLine);
    const phrases = linePhrases(language);
    const synthesis = new Synthesis({
      engine,
      spare: this.engines.spareVoice,
      pronunciations,
      timers,
      settings: { language, voice, pace, temperature, modulation },
      cache: this.cache,
      mayCache: (text) =>
        (cached.phrases && this.#fixedOf(language).has(text)) || (cached.opening && opening.includes(text)),
      onFailure: failed('tts'),
    });
    let onPartial: (text: string) => void = () => undefined;
    const recognition = new Recognition({
      engines: stt,
      language,
      keyterms,
      timers,
      onPartial: (text) => {
        onPartial(text);
      },
      onFailure: failed('stt'),
      onMoved: (name) => void stored.then(() => streams?.moved(name)),
    });
    let isPrepared = false;
    const prepare = () => {
      if (isPrepared) return;
      isPrepared = true;
      recognition.open();
      // The opening line is needed first.
      void synthesis
        .prepare(opening)
        .then(() => synthesis.prepare([...sentencesOf(phrases.trouble), ...phrases.thinking], true));
    };
    return {
      prepare,
      isReady: async () => {
        prepare();
        const [first] = opening;
        const [hears, speaks] = await Promise.all([
          recognition.isReady(),
          first === undefined || synthesis.isReady(first),
        ]);
        return hears && speaks;
      },
      answered: (leg, transfer) => {
        // Some networks answer without ringing.
        prepare();
        return new VoiceSession(leg, {
          timers,
          now,
          language,
          interruption,
          direction,
          synthesis,
          phrases,
          tell,
          figures,
          transfer,
          recognize: (listener) => {
            onPartial = listener;
            return recognition;
          },
        });
      },
      drop: () => {
        recognition.close();
        synthesis.close();
      },
    };
  }

  #fixedOf(language: string | null): ReadonlySet<string> {
    const spoken = spokenLanguage(language);
    const known = this.#fixed.get(spoken) ?? new Set(fixedPhrases(language).flatMap(sentencesOf));
    this.#fixed.set(spoken, known);
    return known;
  }
}

const KINDS = { stt: 'Speech recognition', tts: 'Speech synthesis' } as const;
