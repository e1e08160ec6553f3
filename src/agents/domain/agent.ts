import { foldCase } from '../../platform/kernel/text';
import {
  agentDisabled,
  agentInboundOnly,
  bookingPageNotFound,
  engineCannotSpeak,
  invalidVoice,
  unsupportedLanguage,
  unsupportedTtsModel,
  versionConflict,
  voiceCannotSpeak,
} from './agent-errors';
import { AGENT_LIMITS } from './agent-limits';
import {
  type AgentPatch,
  type AgentSettings,
  type AgentState,
  type NewAgent,
  SETTINGS,
  type SpeechCacheMode,
} from './agent-state';
import { type ExpectedVersion, matchesVersion, nextUpdatedAt } from './agent-version';
import { resolveLanguage } from './languages';
import { usesContactName, variablesOf } from './placeholders';
import { sameValue } from './same-value';
import { type RuleTargets, checkSendRules } from './send-rules';
import {
  DEFAULT_ENGINE_ID,
  type EngineSupport,
  defaultVoice,
  engineOf,
  speaks,
  voiceOf,
} from './voice-catalogue';
import type { Warning } from '../../platform/kernel/warning';

/** What a change did, for whoever stores the agent. */
export interface AgentChange {
  /** False: "a PATCH that changes no value answers 200 and leaves `updated_at`". */
  readonly changed: boolean;
  /** It was turned off or made inbound: its waiting calls are to be canceled. */
  readonly stoppedCalling: boolean;
  /** It became able to call out: the account's default, when there is none. */
  readonly startedCalling: boolean;
}

type Unvoiced = Omit<AgentSettings, 'voice'>;

/** An AI agent: script, voice, language, limits. Limits of single fields are checked before it is asked. */
export class Agent {
  #state: AgentState;

  constructor(state: AgentState) {
    this.#state = state;
  }

  /** A new agent with the description's defaults, or the refusal of what cannot be. */
  static create(
    input: NewAgent,
    origin: {
      readonly id: string;
      readonly accountId: string;
      readonly known: RuleTargets;
      readonly now: Date;
    },
  ): Agent {
    const { id, accountId, known, now } = origin;
    const settings: Unvoiced = {
      name: input.name.trim(),
      enabled: input.enabled ?? true,
      direction: input.direction ?? 'outbound',
      language: input.language ?? null,
      ttsModel: input.ttsModel ?? DEFAULT_ENGINE_ID,
      openingLine: input.openingLine,
      systemPrompt: input.systemPrompt,
      extractionQuestions: input.extractionQuestions ?? [],
      dispositions: input.dispositions ?? [],
      handoffNumbers: input.handoffNumbers ?? [],
      maxCallMinutes: input.maxCallMinutes ?? null,
      pace: input.pace ?? null,
      temperature: input.temperature ?? null,
      voiceModulation: input.voiceModulation ?? null,
      bookingPageId: input.bookingPageId ?? null,
      sendRules: input.sendRules ?? [],
    };
    const voice = checkedVoice(settings, input.voice ?? null);
    checkActions(settings, known);
    return new Agent({
      ...settings,
      ...derivedOf(settings),
      voice,
      id,
      accountId,
      speechCacheMode: 'off',
      createdAt: now,
      updatedAt: now,
    });
  }

  get state(): AgentState {
    return this.#state;
  }

  /** "Only an enabled agent with direction outbound or both can be made default or named as agent_id for calls." */
  get canCallOut(): boolean {
    return this.#state.enabled && this.#state.direction !== 'inbound';
  }

  /** "null means 10 minutes" */
  get callMinutes(): number {
    return this.#state.maxCallMinutes ?? AGENT_LIMITS.maxCallMinutes.default;
  }

  /** "A setting that the engine does not support is accepted with the warning `not_supported_by_engine`." */
  get warnings(): Warning[] {
    const engine = engineOf(this.#state.ttsModel);
    return TUNING.filter(([field]) => this.#state[field] !== null && engine?.supports[field] === false).map(
      ([, field]) => ({
        field,
        code: 'not_supported_by_engine',
        message: `The voice engine ${this.#state.ttsModel} does not support ${field}: it has no effect.`,
      }),
    );
  }

  /** Refuses for an agent that cannot place calls: `agent_disabled` before `agent_inbound_only`. */
  assertCanCallOut(): void {
    if (!this.#state.enabled) throw agentDisabled(this.#state.id);
    if (this.#state.direction === 'inbound') throw agentInboundOnly(this.#state.id);
  }

  /**
   * Changes what was sent. "A PATCH is checked as the whole agent it would become", in the order of the decisions; one
   * that changes nothing is not checked again, for the agent may have been made under other circumstances.
   */
  change(
    patch: AgentPatch,
    context: { readonly expected: ExpectedVersion; readonly known: RuleTargets; readonly now: Date },
  ): AgentChange {
    if (!matchesVersion(context.expected, this.#state.updatedAt))
      throw versionConflict(this.#state.updatedAt);
    const sent: AgentPatch = { ...patch, name: patch.name?.trim() };
    const changed = SETTINGS.filter(
      (field) => sent[field] !== undefined && !sameValue(sent[field], this.#state[field]),
    );
    if (changed.length === 0) return UNCHANGED;
    const changes: AgentPatch = Object.fromEntries(changed.map((field) => [field, sent[field]]));
    const next = { ...this.#state, ...changes };
    checkedVoice(next, next.voice);
    checkActions(next, context.known);
    return this.#save(next, context.now);
  }

  /** The turn-off operation. "Twice is fine"; what else the agent is does not matter. */
  disable(now: Date): AgentChange {
    if (!this.#state.enabled) return UNCHANGED;
    return this.#save({ ...this.#state, enabled: false }, now);
  }

  /** The operator's support sets it; a save as any other. */
  setSpeechCacheMode(mode: SpeechCacheMode, now: Date): AgentChange {
    if (mode === this.#state.speechCacheMode) return UNCHANGED;
    return this.#save({ ...this.#state, speechCacheMode: mode }, now);
  }

  #save(next: AgentState, now: Date): AgentChange {
    const could = this.canCallOut;
    this.#state = {
      ...next,
      ...derivedOf(next),
      updatedAt: nextUpdatedAt(this.#state.updatedAt, now),
    };
    return {
      changed: true,
      stoppedCalling: could && !this.canCallOut,
      startedCalling: !could && this.canCallOut,
    };
  }
}

const UNCHANGED: AgentChange = { changed: false, stoppedCalling: false, startedCalling: false };

const TUNING: readonly (readonly [keyof EngineSupport, string])[] = [
  ['pace', 'pace'],
  ['temperature', 'temperature'],
  ['voiceModulation', 'voice_modulation'],
];

/** What follows from the settings and is kept beside them. */
function derivedOf(settings: Unvoiced): Pick<AgentState, 'nameFolded' | 'usesContactName' | 'variables'> {
  return {
    nameFolded: foldCase(settings.name),
    usesContactName: usesContactName(settings),
    variables: variablesOf(settings),
  };
}

/**
 * The voice of an agent with these settings (null: the engine's default for its language). Nothing is replaced: the
 * first of engine, language, voice and their match that is wrong is refused.
 */
function checkedVoice({ ttsModel, language }: Unvoiced, voiceId: string | null): string {
  const engine = engineOf(ttsModel);
  if (!engine) throw unsupportedTtsModel(ttsModel);
  if (language !== null && !resolveLanguage(language)) throw unsupportedLanguage(language);
  const voice = voiceId === null ? defaultVoice(engine, language) : voiceOf(engine, voiceId);
  if (!voice && voiceId !== null) throw invalidVoice(voiceId, engine, language);
  if (!voice || !speaks(engine, language)) throw engineCannotSpeak(engine, language);
  if (!speaks(voice, language)) throw voiceCannotSpeak(voice, engine, language);
  return voice.id;
}

function checkActions({ bookingPageId, sendRules }: Unvoiced, known: RuleTargets): void {
  if (bookingPageId !== null && !known.bookingPages.has(bookingPageId)) {
    throw bookingPageNotFound(bookingPageId, known.bookingPages);
  }
  checkSendRules(sendRules, known);
}
