import { Injectable } from '@nestjs/common';
import { type DialogueAction, type DialogueCue, DialogueEngine } from '../domain/dialogue-engine';
import { spokenLanguage } from '../../platform/kernel/language';
import type { TalkBrief, Turn } from '../../platform/kernel/talk';
import type { Spoken, TextLine, Transferred } from '../domain/text-line';
import { phrasesOf } from '../offline/lexicon/phrases/phrases';

/** Contacts say "Hello?" when they answer; an agent that speaks at once would talk over it. */
const GREETING_MS = 900;
/** How long the agent waits for the contact to begin to speak. */
const SILENCE_TIMEOUT_MS = 6_000;
const MAX_SILENCES = 2;

/** How a talk ended, in the terms of a carrier's `LegEnd`. */
export interface TalkEnd {
  readonly cause: 'hung_up' | 'limit_of_minutes' | 'connection_lost' | 'canceled';
  readonly by: 'agent' | 'contact' | 'human' | 'carrier' | null;
  /** For `status_reason`, when the cause alone does not say it. */
  readonly reason?: string;
}

const BY_AGENT: TalkEnd = { cause: 'hung_up', by: 'agent' };
const BY_CONTACT: TalkEnd = { cause: 'hung_up', by: 'contact' };
const BY_HUMAN: TalkEnd = { cause: 'hung_up', by: 'human' };
const LIMIT: TalkEnd = { cause: 'limit_of_minutes', by: 'agent' };
const LOST: TalkEnd = { cause: 'connection_lost', by: 'carrier' };
const CANCELED: TalkEnd = { cause: 'canceled', by: 'agent' };

const SPOKE: DialogueCue = { silentMs: 0, silences: 0, machine: false, transferFailed: false };

interface Utterance {
  readonly text: string;
  readonly action: DialogueAction;
  /** The engine failed; the service says goodbye in its place. */
  readonly failed?: boolean;
}

/**
 * Leads one talk on a text line: the opening line, then the engine's reply to whatever the contact said, until
 * somebody hangs up. Owns every timer of a talk; all of them run on the line's own clock.
 */
@Injectable()
export class TextTalk {
  constructor(private readonly engine: DialogueEngine) {}

  /**
   * Leads the talk and resolves with how it ended. `onTurn` gets each turn in order, as soon as it is over.
   *
   * Never rejects for what engine or contact do: when the engine fails, the agent apologises and hangs up, with a reason.
   * When `signal` aborts, the talk ends as `canceled` as soon as the line returns.
   */
  async lead(
    line: TextLine,
    brief: TalkBrief,
    onTurn: (turn: Turn) => void,
    signal: AbortSignal,
  ): Promise<TalkEnd> {
    const talk = new RunningTalk(this.engine, line, brief, onTurn, signal);
    return talk.run();
  }
}

/** A talk under way: its turns and what was heard last. */
class RunningTalk {
  readonly #turns: Turn[] = [];
  #cue: DialogueCue = SPOKE;
  /** One transfer is tried; after that the agent goes on without. */
  #transferFailed = false;

  constructor(
    private readonly engine: DialogueEngine,
    private readonly line: TextLine,
    private readonly brief: TalkBrief,
    private readonly onTurn: (turn: Turn) => void,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<TalkEnd> {
    this.line.cutAt(this.#limitMs);
    const answered = await this.#hear(GREETING_MS);
    if (answered) return answered;
    // A pause after the answer does not count as a silence: the agent has not spoken yet.
    if (this.#cue.silences > 0) this.#cue = SPOKE;
    for (;;) {
      const ended = (await this.#speak()) ?? (await this.#hear(SILENCE_TIMEOUT_MS));
      if (ended) return ended;
    }
  }

  /** Says one utterance and carries out its action; returns the end when that ended the talk. */
  async #speak(): Promise<TalkEnd | null> {
    const silences = this.#cue.silences;
    const { text, action, failed } = await this.#next();
    if (this.signal.aborted) return CANCELED;
    const spoken = text === '' ? null : await this.line.say(text);
    if (spoken) this.#add({ speaker: 'agent', text: spoken.heard, ...times(spoken) });
    const cut = this.#stopReason() ?? endOfCut(spoken);
    if (cut) return cut;
    if (failed) return { ...BY_AGENT, reason: 'The dialogue engine failed, so the agent ended the talk.' };
    // A contact who cuts in on a goodbye has something to say.
    if (spoken?.cutBy === 'barge_in') return null;
    if (action.do === 'transfer' && !this.#transferFailed) return this.#transfer(action.number);
    const goesOn = action.do === 'go_on' || action.do === 'transfer';
    return goesOn && silences < MAX_SILENCES ? null : BY_AGENT;
  }

  async #transfer(number: string): Promise<TalkEnd | null> {
    const { said, endedBy } = await this.line.transfer(number);
    for (const { speaker, text, startMs, endMs } of said) this.#add({ speaker, text, startMs, endMs });
    const over = this.#stopReason();
    if (over) return over;
    if (said.length > 0 || endedBy === 'lost') return TRANSFER_ENDS[endedBy];
    this.#transferFailed = true;
    this.#cue = { ...SPOKE, transferFailed: true };
    return this.#speak();
  }

  /** Waits for the contact and notes what was heard; returns the end when that ended the talk. */
  async #hear(forMs: number): Promise<TalkEnd | null> {
    const heard = await this.line.listen(forMs);
    if (heard.kind === 'speech') {
      const { text, startMs, endMs } = heard;
      this.#add({ speaker: 'contact', text, startMs, endMs });
      this.#cue = heard.machine ? { ...SPOKE, machine: true } : SPOKE;
    }
    const over = this.#stopReason();
    if (over) return over;
    if (heard.kind === 'lost') return LOST;
    if (heard.kind === 'hung_up' || (heard.kind === 'speech' && heard.hungUp)) return BY_CONTACT;
    if (heard.kind === 'silence') {
      this.#cue = { ...SPOKE, silentMs: heard.forMs, silences: this.#cue.silences + 1 };
    }
    return null;
  }

  async #next(): Promise<Utterance> {
    let text = '';
    let action: DialogueAction = { do: 'go_on' };
    try {
      for await (const chunk of this.engine.next(this.brief, this.#turns, this.#cue, this.signal)) {
        if ('text' in chunk) text += chunk.text;
        else action = chunk.action;
      }
    } catch {
      if (this.signal.aborted) return { text: '', action };
      const { trouble } = phrasesOf(spokenLanguage(this.brief.language));
      return { text: trouble, action: { do: 'hang_up' }, failed: true };
    }
    return { text: text.trim(), action };
  }

  #add(turn: Turn): void {
    if (turn.text === '') return;
    this.#turns.push(turn);
    this.onTurn(turn);
  }

  get #limitMs(): number {
    return this.brief.maxSeconds * 1_000;
  }

  /** Why the talk must end whatever was said: canceled, or at its limit of minutes. */
  #stopReason(): TalkEnd | null {
    if (this.signal.aborted) return CANCELED;
    return this.line.nowMs() >= this.#limitMs ? LIMIT : null;
  }
}

const TRANSFER_ENDS: Readonly<Record<Transferred['endedBy'], TalkEnd>> = {
  contact: BY_CONTACT,
  human: BY_HUMAN,
  lost: LOST,
  limit: LIMIT,
};

function endOfCut(spoken: Spoken | null): TalkEnd | null {
  if (spoken?.cutBy === 'hung_up') return BY_CONTACT;
  return spoken?.cutBy === 'lost' ? LOST : null;
}

function times(spoken: Spoken): Pick<Turn, 'startMs' | 'endMs'> {
  return { startMs: spoken.startMs, endMs: spoken.endMs };
}
