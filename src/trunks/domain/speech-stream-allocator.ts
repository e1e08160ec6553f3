import { type Language, spokenLanguage } from '../../shared-kernel/language';
import type { SpeechStreamPair } from '../../shared-kernel/leg-allocation';
import type { Sentence } from './trunk-choice';

export const NO_FREE_SPEECH: Sentence = 'Waiting for a free speech engine.';

export interface SpeechNeeds {
  /** The agent's language setting; null is Hinglish. */
  readonly language: string | null;
  readonly engine: string;
}

export interface EngineLimits {
  readonly kind: 'stt' | 'tts';
  readonly name: string;
  /** The languages of a recognizer; the catalogue has those of voices. */
  readonly languages?: readonly Language[];
  /** Concurrent calls; null: no limit. */
  readonly most: number | null;
}

export interface EngineUse {
  readonly kind: EngineLimits['kind'];
  readonly engine: string;
  readonly streams: number;
}

/** Allocates speech streams in one round of dispatch. */
export class SpeechStreamAllocator {
  readonly #used: Map<string, number>;

  /** @param engines recognizers in the order of preference */
  constructor(
    private readonly engines: readonly EngineLimits[],
    used: readonly EngineUse[],
  ) {
    this.#used = new Map(used.map(({ kind, engine, streams }) => [`${kind} ${engine}`, streams]));
  }

  /** Occupies a stream of the first free recognizer of the language, and of the voice; null when none is free. */
  take(needs: SpeechNeeds): SpeechStreamPair | null {
    const free = this.#free(needs);
    if (!free) return null;
    const { stt, tts } = free;
    for (const stream of [stt, tts]) if (stream) this.#used.set(keyOf(stream), this.#usedOf(stream) + 1);
    return { stt: stt?.name ?? null, tts: tts?.name ?? null };
  }

  isFree(needs: SpeechNeeds): boolean {
    return this.#free(needs) !== null;
  }

  /**
   * Occupies streams for at most `room` calls, in order. Skips calls without a free one: others may need other
   * engines.
   */
  choose<Call>(
    calls: readonly Call[],
    needsOf: (call: Call) => SpeechNeeds | undefined,
    room: number,
  ): { readonly orders: ReadonlyMap<Call, SpeechStreamPair>; readonly hasShortage: boolean } {
    const orders = new Map<Call, SpeechStreamPair>();
    let hasShortage = false;
    for (const call of calls) {
      if (orders.size >= room) break;
      const needs = needsOf(call);
      const order = needs ? this.take(needs) : NONE;
      if (order) orders.set(call, order);
      else hasShortage = true;
    }
    return { orders, hasShortage };
  }

  /** The name of an engine without a free stream: there must be one. */
  shortage({ language, engine }: SpeechNeeds): string {
    const { recognizers, tts } = this.#enginesFor(language, engine);
    return tts && !this.#hasRoom(tts) ? engine : (recognizers[0]?.name ?? engine);
  }

  #free({ language, engine }: SpeechNeeds) {
    const { recognizers, tts } = this.#enginesFor(language, engine);
    const stt = recognizers.find((one) => this.#hasRoom(one));
    return (recognizers.length > 0 && !stt) || (tts && !this.#hasRoom(tts)) ? null : { stt, tts };
  }

  #enginesFor(language: SpeechNeeds['language'], engine: string) {
    const spoken = spokenLanguage(language);
    const recognizers = this.engines.filter(({ languages }) => languages?.includes(spoken));
    return { recognizers, tts: this.engines.find(({ kind, name }) => kind === 'tts' && name === engine) };
  }

  #hasRoom(engine: EngineLimits): boolean {
    return engine.most === null || this.#usedOf(engine) < engine.most;
  }

  #usedOf(engine: EngineLimits): number {
    return this.#used.get(keyOf(engine)) ?? 0;
  }
}

const NONE: SpeechStreamPair = { stt: null, tts: null };

export const NO_SPEECH = new SpeechStreamAllocator([], []);

/** The engines of several processes, the preference of the first; the lowest limit counts. */
export function mergeEngines(processes: readonly (readonly EngineLimits[])[]): EngineLimits[] {
  const joined = new Map<string, EngineLimits>();
  for (const engine of processes.flat()) {
    const known = joined.get(keyOf(engine)) ?? engine;
    const limits = [known.most, engine.most].filter((most) => most !== null);
    const languages = [...new Set([...(known.languages ?? []), ...(engine.languages ?? [])])];
    const most = limits.length === 0 ? null : Math.min(...limits);
    joined.set(keyOf(engine), { ...known, most, ...(known.languages && { languages }) });
  }
  return [...joined.values()];
}

function keyOf({ kind, name }: Pick<EngineLimits, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}
