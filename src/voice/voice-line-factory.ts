import { fixedPhrases } from '../conversation';
import { type Language, spokenLanguage } from '../shared-kernel/language';
import type { EarlyBrief } from '../shared-kernel/early-brief';
import type { TalkBrief } from '../shared-kernel/talk';
import type { Timers } from '../platform/kernel/time/timers';
import {
  describeFailure,
  isLimit,
  type PhraseCache,
  Recognition,
  sentencesOf,
  type SpeechEngines,
  Synthesis,
  type TtsEngine,
} from '../speech';
import type { VoiceEvent } from './speech-input-options';
import type { TalkFigures } from './talk-metrics';
import type { TalkObserver } from './observer/talk-observer';
import type { PendingLine } from './pending-line';
import { PreparedLine } from './prepared-line';

export interface LineStreams {
  /** The preferred recognizer; null: the default order of this process. */
  readonly stt: string | null;
  onMoved(engine: string): void;
}

/** Makes the lines that agents talk on. */
export class VoiceLineFactory {
  readonly #fixed = new Map<Language, ReadonlySet<string>>();

  constructor(
    private readonly engines: SpeechEngines,
    private readonly timers: Timers,
    private readonly figures: TalkFigures,
    private readonly cache: PhraseCache,
    /** An engine refused a stream, because it has too many. Never rejects. */
    private readonly onLimited: (kind: 'stt' | 'tts', engine: string) => Promise<void>,
  ) {}

  /** @returns null when this process has no engines for the agent */
  open(
    brief: TalkBrief,
    emit: (event: VoiceEvent) => void,
    streams?: LineStreams,
    observer?: TalkObserver,
    early?: EarlyBrief,
  ): PendingLine | null {
    const { timers, figures } = this;
    const { language, keyterms } = brief;
    const recognizers = this.engines.recognizers(language, streams?.stt ?? undefined);
    const engine = this.engines.voice(brief.voice.engine);
    if (!engine || recognizers.length === 0) return null;
    // The refused stream counts until the refusal is stored.
    let stored = Promise.resolve();
    const failed = (kind: 'stt' | 'tts') => (name: string, error: unknown) => {
      if (isLimit(error)) stored = this.onLimited(kind, name);
      figures.speechFailed(name);
      const message = `${KINDS[kind]} by ${name} failed: ${describeFailure(error)}.`;
      emit({ type: 'timeline', kind: 'speech', message });
    };
    return new PreparedLine({
      brief,
      early,
      timers,
      now: () => performance.now(),
      figures,
      emit,
      observer,
      synthesis: this.#synthesis(brief, engine, failed('tts')),
      makeRecognition: (onPartial) =>
        new Recognition({
          engines: recognizers,
          language,
          keyterms,
          timers,
          onPartial,
          onFailure: failed('stt'),
          onMoved: (name) => void stored.then(() => streams?.onMoved(name)),
        }),
    });
  }

  #synthesis(
    { language, pace, voice: agentVoice, openingLine }: TalkBrief,
    engine: TtsEngine,
    onFailure: (name: string, error: unknown) => void,
  ): Synthesis {
    const { voice, temperature, modulation, pronunciations, cached } = agentVoice;
    const opening = sentencesOf(openingLine);
    return new Synthesis({
      engine,
      spare: this.engines.spareVoice,
      pronunciations,
      timers: this.timers,
      settings: { language, voice, pace, temperature, modulation },
      cache: this.cache,
      mayCache: (text) =>
        (cached.phrases && this.#fixedOf(language).has(text)) || (cached.opening && opening.includes(text)),
      onFailure,
    });
  }

  #fixedOf(language: string | null): ReadonlySet<string> {
    const spoken = spokenLanguage(language);
    const known = this.#fixed.get(spoken) ?? new Set(fixedPhrases(language).flatMap(sentencesOf));
    this.#fixed.set(spoken, known);
    return known;
  }
}

const KINDS = { stt: 'Speech recognition', tts: 'Speech synthesis' } as const;
