import type { Amount } from '../../platform/kernel/amount';
import { describeDateTime } from '../../platform/kernel/zoned-time';
import { Agent } from './agent';
import type { AgentState } from './agent-state';
import {
  type CallValues,
  fillPlaceholders,
  missingVariables,
  namesIn,
  placeholdersOf,
  placeholderValues,
  reservedVariableWarnings,
  shortenedValues,
} from './placeholders';
import type { AgentVoice, TalkBrief } from '../../shared-kernel/talk';
import type { Warning } from '../../platform/kernel/warning';
import { own } from '../../platform/kernel/own';

/** The part of a talk's brief that the agent decides. */
type FilledScript = Omit<
  TalkBrief,
  'direction' | 'accountName' | 'notice' | 'contactName' | 'now' | 'timeZone' | 'maxSeconds'
>;

export type StoppedBy = 'turned_off' | 'inbound_only';

/** One version of an agent, for calls. */
export class CallableAgent {
  readonly #state: AgentState;
  #names: readonly string[] | undefined;

  constructor(state: AgentState) {
    this.#state = state;
  }

  get id(): string {
    return this.#state.id;
  }

  get accountId(): string {
    return this.#state.accountId;
  }

  get version(): Date {
    return this.#state.updatedAt;
  }

  get engine(): string {
    return this.#state.ttsModel;
  }

  /** As set: a name, a code or a tag; null means Hindi or Hinglish. */
  get language(): string | null {
    return this.#state.language;
  }

  get stoppedBy(): StoppedBy | null {
    if (new Agent(this.#state).canCallOut) return null;
    return this.#state.enabled ? 'inbound_only' : 'turned_off';
  }

  get cannotAnswer(): 'turned_off' | 'outbound_only' | null {
    if (!this.#state.enabled) return 'turned_off';
    return this.#state.direction === 'outbound' ? 'outbound_only' : null;
  }

  get maxMinutes(): number {
    return new Agent(this.#state).callMinutes;
  }

  /** With their placeholders: the keys of an outcome's answers. */
  get questions(): readonly string[] {
    return this.#state.extractionQuestions;
  }

  get #cachedAudio(): AgentVoice['cached'] {
    const { speechCacheMode, openingLine } = this.#state;
    const isOn = speechCacheMode !== 'off';
    return { opening: isOn && placeholdersOf(openingLine).length === 0, phrases: isOn };
  }

  price(rates: Readonly<Record<string, Amount>>): Amount {
    return own(rates, this.engine) ?? 0n;
  }

  /** The tools that talks with the agent may use. */
  get tools(): Pick<AgentState, 'toolIds' | 'builtInTools'> {
    const { toolIds, builtInTools } = this.#state;
    return { toolIds, builtInTools };
  }

  /** @param provided placeholders that tools fill */
  warningsFor(
    contact: CallValues['contact'],
    variables: CallValues['variables'],
    provided: readonly string[],
  ): Warning[] {
    this.#names ??= namesIn(this.#state);
    const values = { contact, variables };
    return [
      ...reservedVariableWarnings(variables),
      ...missingVariables(this.#names, values, provided),
      ...shortenedValues(this.#names, values),
    ];
  }

  fill(values: CallValues, now: Date, timeZone: string): FilledScript {
    const filled = placeholderValues(values, describeDateTime(now, timeZone));
    return {
      agentName: this.#state.name,
      language: this.#state.language,
      openingLine: fillPlaceholders('openingLine', this.#state.openingLine, filled),
      systemPrompt: fillPlaceholders('systemPrompt', this.#state.systemPrompt, filled),
      questions: this.#state.extractionQuestions.map((text) =>
        fillPlaceholders('extractionQuestions', text, filled),
      ),
      dispositions: this.#state.dispositions,
      handoffNumbers: this.#state.handoffNumbers,
      pace: this.#state.pace,
      voice: {
        engine: this.#state.ttsModel,
        voice: this.#state.voice,
        temperature: this.#state.temperature,
        modulation: this.#state.voiceModulation,
        pronunciations: this.#state.pronunciations,
        cached: this.#cachedAudio,
      },
      voicemail: {
        action: this.#state.voicemail.action,
        message:
          this.#state.voicemail.message === null
            ? null
            : fillPlaceholders('voicemail', this.#state.voicemail.message, filled),
      },
      interruption: this.#state.interruption,
      patience: this.#state.patience,
      keyterms: this.#state.keyterms,
    };
  }
}
