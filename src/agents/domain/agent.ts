import { foldCase } from '../../platform/kernel/text';
import {
  agentDisabled,
  agentInboundOnly,
  bookingPageNotFound,
  engineCannotSpeak,
  invalidTool,
  invalidVoice,
  unsupportedLanguage,
  unsupportedTtsModel,
  voiceCannotSpeak,
} from './agent-errors';
import {
  type AgentPatch,
  type AgentSettings,
  DEFAULT_CALL_MINUTES,
  type NewAgent,
  SETTINGS,
} from './agent-fields';
import { type AgentState, type SpeechCacheMode, withDefaults } from './agent-state';
import { assertVersion, type ExpectedVersion, nextUpdatedAt } from '../../platform/kernel/resource-version';
import { resolveLanguage } from './languages';
import { usesContactName, variablesOf } from './placeholders';
import { sameValue } from './same-value';
import { type RuleTargets, checkSendRules } from './send-rules';
import { type EngineSupport, defaultVoice, engineOf, speaks, voiceOf } from './voice-catalogue';
import type { Warning } from '../../platform/kernel/warning';

export interface AgentChange {
  /** False when no value changed; `updated_at` then stays. */
  readonly changed: boolean;
  /** Turned off or made inbound, so its waiting calls must be canceled (R13). */
  readonly stoppedCalling: boolean;
  /** The agent can call out from now on, so it becomes the default of an account without one. */
  readonly startedCalling: boolean;
}

type Unvoiced = Omit<AgentSettings, 'voice'>;

/** An AI agent: script, voice, language and limits. Limits of single fields are validated before. */
export class Agent {
  #state: AgentState;

  constructor(state: AgentState) {
    this.#state = state;
  }

  /** @throws DomainError for invalid settings */
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
    const settings: Unvoiced = { ...withDefaults(input), name: input.name.trim() };
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

  /** Only such an agent can be the default or be set for a call. */
  get canCallOut(): boolean {
    return this.#state.enabled && this.#state.direction !== 'inbound';
  }

  get callMinutes(): number {
    return this.#state.maxCallMinutes ?? DEFAULT_CALL_MINUTES;
  }

  /** Settings that the engine does not support are accepted but have no effect. */
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

  /** @throws DomainError `agent_disabled`, else `agent_inbound_only` */
  assertCanCallOut(): void {
    if (!this.#state.enabled) throw agentDisabled(this.#state.id);
    if (this.#state.direction === 'inbound') throw agentInboundOnly(this.#state.id);
  }

  /** Checks the whole resulting agent, unless the change has no effect: the rules may have changed since. */
  change(
    patch: AgentPatch,
    context: { readonly expected: ExpectedVersion; readonly known: RuleTargets; readonly now: Date },
  ): AgentChange {
    assertVersion('agent', context.expected, this.#state.updatedAt);
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

  /** Idempotent. Its settings are not checked. */
  disable(now: Date): AgentChange {
    if (!this.#state.enabled) return UNCHANGED;
    return this.#save({ ...this.#state, enabled: false }, now);
  }

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

function derivedOf(settings: Unvoiced): Pick<AgentState, 'nameFolded' | 'usesContactName' | 'variables'> {
  return {
    nameFolded: foldCase(settings.name),
    usesContactName: usesContactName(settings),
    variables: variablesOf(settings),
  };
}

/** `voiceId` null: the engine's default for the language. @throws DomainError for the first mismatch */
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

function checkActions({ bookingPageId, sendRules, toolIds }: Unvoiced, known: RuleTargets): void {
  if (bookingPageId !== null && !known.bookingPages.has(bookingPageId)) {
    throw bookingPageNotFound(bookingPageId, known.bookingPages);
  }
  checkSendRules(sendRules, known);
  const valid = [...(known.toolOptions ?? known.tools)];
  toolIds.forEach((id, at) => {
    if (!known.tools.has(id)) throw invalidTool(at, 'is not a tool of the account', valid);
    if (toolIds.indexOf(id) !== at) throw invalidTool(at, 'is there twice', valid);
  });
}
