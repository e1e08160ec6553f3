import { newId } from '../../../platform/ids';
import { REAL_TIMERS } from '../../../platform/timers';
import type { Transcriber } from '../../../speech';
import type { FactSink, LegOrder } from '../../domain/carrier';
import { FactQueue } from '../fact-queue';
import type { LegRepository } from '../leg.repository';
import type { LiveRecordings } from '../voice/live-recordings';
import type { LineStreams } from '../voice/voice-lines';
import type { DialTrace } from './dial-traces';
import type { LedTalkParts } from './led-talk';
import type { DialRecording } from './leg-record';
import type { DialChannels, LegRowsParts } from './leg-rows';

export interface LegToolsParts {
  readonly facts: FactSink;
  readonly now: () => Date;
  readonly legs: LegRepository;
  readonly channels: DialChannels;
  readonly recordings: LiveRecordings;
  readonly transcriber: Transcriber;
  readonly streams: { move(reference: string, sttEngine: string): Promise<void> };
}

/** What the legs of every carrier over trunks need: facts, rows, recordings. */
export class LegTools {
  readonly #closed = new AbortController();

  constructor(
    private readonly carrier: string,
    private readonly parts: LegToolsParts,
  ) {}

  /** The facts of one dial, in order. */
  facts(): FactQueue {
    const { facts } = this.parts;
    return new FactQueue((fact) => facts.take(this.carrier, fact), REAL_TIMERS, this.#closed.signal);
  }

  rows(trace: DialTrace): LegRowsParts {
    const { channels, legs, now } = this.parts;
    return { channels, legs, now, trace, newId: () => newId('leg') };
  }

  readonly transcribe: LedTalkParts['transcribe'] = (path, language, fromMs, signal) =>
    this.parts.transcriber.talk(path, { language, fromMs, signal });

  /** The streams of a call; where they are counted follows it to another engine. */
  streams({ speech }: Pick<LegOrder, 'speech'>, reference: string): LineStreams {
    const { streams } = this.parts;
    return {
      stt: speech?.stt ?? null,
      // Lost, its stream is counted for the engine that it left, until its end.
      moved: (engine) => void streams.move(reference, engine).catch(() => undefined),
    };
  }

  /** Resolves with null when none is made. Never rejects. */
  async recording(reference: string, isWanted = true): Promise<DialRecording | null> {
    const { recordings } = this.parts;
    const path = isWanted ? await recordings.pathOf(reference).catch(() => null) : null;
    if (path === null) return null;
    return {
      path,
      store: (file) => recordings.store(reference, file),
      reading: (read) => recordings.reading(reference, read),
      told: (file) => void recordings.told(reference, file),
    };
  }

  /** Nothing is told any more. */
  close(): void {
    this.#closed.abort();
  }
}
