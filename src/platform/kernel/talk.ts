/** Who speaks in a talk. `human` is the person a call was transferred to. */
type Speaker = 'agent' | 'contact' | 'human';

/** One utterance, with its times in whole milliseconds since the answer. */
export interface Turn {
  readonly speaker: Speaker;
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Of the agent in a real call: from the end of the contact's speech to its first audio. */
  readonly responseMs?: number;
}

/**
 * The input of a talk: the agent as it was when the call dialed, with placeholders filled (R12). It does not contain
 * the called number, so neither engine nor analyst can know it.
 */
export interface TalkBrief {
  readonly agentName: string;
  /** The agent's language; null means Hindi or Hinglish. */
  readonly language: string | null;
  readonly openingLine: string;
  readonly systemPrompt: string;
  readonly questions: readonly string[];
  /** Labels the agent may give; empty means the account's defaults. */
  readonly dispositions: readonly string[];
  readonly handoffNumbers: readonly string[];
  /** Speaking rate, 0.5 to 2; null is 1. */
  readonly pace: number | null;
  readonly contactName: string | null;
  /** When the call dialed and the account's time zone, to interpret "tomorrow evening". */
  readonly now: Date;
  readonly timeZone: string;
  /** The talk is hung up after this time. */
  readonly maxSeconds: number;
}
