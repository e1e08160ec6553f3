import type { CallDirection } from './call-parties';
import type { TalkTools } from './tool-use';

/** Who speaks in a talk. `human` is the person a call was transferred to. */
type Speaker = 'agent' | 'contact' | 'human';

/** One utterance, with its times in whole milliseconds since the answer. */
export interface Turn {
  readonly speaker: Speaker;
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** For the agent in a real call: from the end of the contact's speech to the first audio of this turn. */
  readonly responseMs?: number;
  /** Ids of the tool invocations that preceded a turn of the agent. */
  readonly toolInvocations?: readonly string[];
}

/** Text of a bridged conversation until its recording is transcribed, or when that fails. */
export const NOT_TRANSCRIBED = '(not transcribed)';

export interface AgentVoice {
  /** The speech synthesizer (`tts_model`). */
  readonly engine: string;
  /** The engine's id of the voice. */
  readonly voice: string;
  readonly temperature: number | null;
  readonly modulation: number | null;
  /** How parts of a text are pronounced. */
  readonly pronunciations: readonly Pronunciation[];
  /** Texts whose audio is cached for other calls (`speech_cache_mode`): those without personal data. */
  readonly cached: {
    /** The opening line, which is the same in every call. */
    readonly opening: boolean;
    /** The phrases of the offline dialogue engine. */
    readonly phrases: boolean;
  };
}

export interface Pronunciation {
  readonly text: string;
  readonly say: string;
}

export const VOICEMAIL_ACTIONS = ['hang_up', 'leave_message'] as const;

export interface VoicemailSetting {
  readonly action: (typeof VOICEMAIL_ACTIONS)[number];
  /** null: the message of the dialogue engine. */
  readonly message: string | null;
}

/**
 * `normal`: speech pauses the agent, recognized text stops it; `low`: only text does; `high`: sooner, and any text; `off`:
 * nothing does.
 */
export const INTERRUPTIONS = ['off', 'low', 'normal', 'high'] as const;
export type Interruption = (typeof INTERRUPTIONS)[number];

/** How much quiet ends a contact's turn. */
export const PATIENCES = ['quick', 'normal', 'patient'] as const;
export type Patience = (typeof PATIENCES)[number];

/** The agent as it was at the dial, with placeholders filled (R12). No engine may know the called number. */
export interface TalkBrief {
  readonly agentName: string;
  /** The agent's language; null means Hindi or Hinglish. */
  readonly language: string | null;
  /** Begins with `notice`. */
  readonly openingLine: string;
  /** Announces that somebody may listen; null: no announcement. */
  readonly notice: string | null;
  readonly systemPrompt: string;
  readonly questions: readonly string[];
  /** Labels the agent may give; empty means the account's defaults. */
  readonly dispositions: readonly string[];
  readonly handoffNumbers: readonly string[];
  /** Speaking rate, 0.5 to 2; null is 1. */
  readonly pace: number | null;
  readonly voice: AgentVoice;
  /** The agent's reaction to a voicemail that answers. */
  readonly voicemail: VoicemailSetting;
  readonly interruption: Interruption;
  readonly patience: Patience;
  /** Terms for speech recognition to expect. */
  readonly keyterms: readonly string[];
  readonly direction: CallDirection;
  /** Name for a call screener. */
  readonly accountName: string;
  readonly contactName: string | null;
  /** When the call dialed and the account's time zone, to interpret "tomorrow evening". */
  readonly now: Date;
  readonly timeZone: string;
  /** The talk is hung up after this time. */
  readonly maxSeconds: number;
  /** With a trial phone; never transferred. */
  readonly isTrial?: true;
  /** Absent: the agent has none. */
  readonly tools?: TalkTools | undefined;
}
