import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { DomainError } from '../../platform/kernel/domain-error';
import { spokenLanguage } from '../../shared-kernel/language';
import type { Warning } from '../../platform/kernel/warning';
import type { SpeechNeeds } from '../domain/speech-stream-allocator';
import { TRUNK_KIND_NAMES } from '../domain/trunk-kinds';
import { DEAD_AFTER_MS, MediaProcessRepository } from '../infrastructure/media-process.repository';

/** Cache time of the abilities of media processes. */
const KNOWN_FOR_MS = 1_000;

/** The offline speech kit recognizes English. */
const HELP_FOR_ENGLISH = ': set a key, or run npm run speech-kit';

interface Missing {
  readonly field: 'language' | 'tts_model';
  readonly reason: string;
}

interface Abilities {
  readonly languages: ReadonlySet<string>;
  readonly ttsEngines: ReadonlySet<string>;
}

/** Whether agents can talk on real calls: it depends on the engines of the live media processes. */
@Injectable()
export class SpeechReadiness {
  #known: { readonly atMs: number; readonly abilities: Promise<Abilities | null> } | null = null;

  constructor(
    private readonly processes: MediaProcessRepository,
    private readonly clock: Clock,
  ) {}

  /** The voice engines of all live media processes. */
  async voices(): Promise<ReadonlySet<string>> {
    return (await this.#abilities())?.ttsEngines ?? new Set();
  }

  /** Nothing while no media process lives: its engines are unknown. */
  async missing(carrier: string, { language, engine }: SpeechNeeds): Promise<Missing[]> {
    if (!TRUNK_KIND_NAMES.some((kind) => kind === carrier)) return [];
    const abilities = await this.#abilities();
    if (!abilities) return [];
    const spoken = spokenLanguage(language);
    return [
      ...(abilities.languages.has(spoken)
        ? []
        : [
            {
              field: 'language' as const,
              reason: `No STT engine for ${spoken}${spoken === 'english' ? HELP_FOR_ENGLISH : ''}.`,
            },
          ]),
      ...(abilities.ttsEngines.has(engine)
        ? []
        : [
            {
              field: 'tts_model' as const,
              reason: `The TTS engine ${engine} ${engine === 'local' ? 'is not installed' : 'has no key'}.`,
            },
          ]),
    ];
  }

  async warnings(carrier: string, needs: SpeechNeeds): Promise<Warning[]> {
    const missing = await this.missing(carrier, needs);
    return missing.map(({ field, reason }) => ({
      field,
      code: field === 'language' ? 'stt_unavailable' : 'tts_unavailable',
      message: `${reason} Real calls with this agent are refused.`,
    }));
  }

  /** @throws DomainError agent_cannot_talk */
  async require(carrier: string, agent: SpeechNeeds & { readonly id: string }): Promise<void> {
    const [first] = await this.missing(carrier, agent);
    if (!first) return;
    const { field, reason } = first;
    throw new DomainError('agent_cannot_talk', `The agent cannot talk on real calls: ${reason}`, {
      agent_id: agent.id,
      field,
      reason,
    });
  }

  #abilities(): Promise<Abilities | null> {
    const now = this.clock.now();
    const age = this.#known && now.getTime() - this.#known.atMs;
    if (this.#known && age !== null && age >= 0 && age < KNOWN_FOR_MS) return this.#known.abilities;
    const abilities = this.#read(now);
    this.#known = { atMs: now.getTime(), abilities };
    // A failure is not cached.
    abilities.catch(() => (this.#known = null));
    return abilities;
  }

  async #read(now: Date): Promise<Abilities | null> {
    const live = await this.processes.abilities(new Date(now.getTime() - DEAD_AFTER_MS));
    if (live.length === 0) return null;
    return {
      languages: new Set(live.flatMap(({ languages }) => languages)),
      ttsEngines: new Set(live.flatMap(({ ttsEngines }) => ttsEngines)),
    };
  }
}
