import type { TalkBrief, Turn } from '../../shared-kernel/talk';
import { spokenLanguage } from '../../shared-kernel/language';
import type { DialogueCue, DialogueEngine } from '../domain/dialogue-engine';
import type { Answerer, Heard, Spoken, TextLine } from '../domain/text-line';
import { asksToWait, isHoldMessage } from '../offline/answerer';
import type { Phrases } from '../offline/lexicon/phrases/phrase-pack';
import { phrasesOf } from '../offline/lexicon/phrases/phrases';
import { written } from '../domain/spoken-text';
import { Reply } from './reply';
import {
  BY_AGENT,
  BY_CONTACT,
  CANCELED,
  endOfCut,
  LIMIT,
  LOST,
  type TalkEnd,
  TRANSFER_ENDS,
} from './talk-end';

const SPOKE: DialogueCue = { silentMs: 0, silences: 0, machine: false, transferFailed: false };

/** A talk under way: its turns and what was heard last. */
export class RunningTalk {
  readonly #turns: Turn[] = [];
  #cue: DialogueCue = SPOKE;
  /** Silences in a row. */
  #silences = 0;
  /** The contact asked for a moment. */
  #askedToWait = false;
  /** One transfer is tried; after that the agent goes on without. */
  #transferFailed = false;
  #saidUnclear = false;

  constructor(
    private readonly engine: DialogueEngine,
    private readonly line: TextLine,
    private readonly brief: TalkBrief,
    private readonly onTurn: (turn: Turn) => void,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<TalkEnd> {
    const { line, brief } = this;
    line.cutAt(this.#limitMs);
    if (brief.direction === 'outbound') {
      const ended = await this.#hear(line.times.greetingMs);
      if (ended) return ended;
    }
    // A pause after the answer does not count as a silence: the agent has not spoken yet.
    if (this.#silences > 0) this.#heardThem();
    for (;;) {
      const ended = (await this.#answer()) ?? (await this.#hear(this.#patienceMs));
      if (ended) return ended;
    }
  }

  /** Says the engine's answer and carries out its action; returns the end when that ended the talk. */
  async #answer(): Promise<TalkEnd | null> {
    const givesUp = this.#cue.silences > 1;
    const turn = new AbortController();
    const signal = AbortSignal.any([this.signal, turn.signal]);
    const reply = new Reply(this.engine.next(this.brief, this.#turns, this.#cue, signal));
    const spoken = await this.line.say(reply.words());
    // Of an answer that was cut off nobody needs the rest.
    turn.abort();
    const cut = this.#take(spoken);
    if (cut) return cut;
    if (reply.failed) return this.#sorry('The dialogue engine failed, so the agent ended the talk.');
    // A contact who cuts in on a goodbye has something to say.
    if (spoken?.cutBy === 'barge_in') return null;
    const { action } = reply;
    if (action.do === 'leave_message') return { ...BY_AGENT, answerer: 'voicemail' };
    if (action.do === 'transfer' && !this.#transferFailed) return this.#transfer(action.number);
    return action.do !== 'hang_up' && !givesUp ? null : BY_AGENT;
  }

  /** Says a phrase of its own; returns the end when the talk ended meanwhile. */
  async #say(text: string): Promise<TalkEnd | null> {
    return this.#take(await this.line.say(written(text)));
  }

  /** Says that there is trouble, and ends the talk with a reason. */
  async #sorry(reason: string): Promise<TalkEnd> {
    return (await this.#say(this.#phrases.trouble)) ?? { ...BY_AGENT, reason };
  }

  /** Notes what was said; returns the end when the talk ended meanwhile. */
  #take(spoken: Spoken | null): TalkEnd | null {
    if (spoken) {
      const { startMs, endMs, heard, responseMs } = spoken;
      this.#add({
        speaker: 'agent',
        text: heard,
        startMs,
        endMs,
        ...(responseMs !== undefined && { responseMs }),
      });
    }
    return this.#stopReason() ?? endOfCut(spoken);
  }

  async #transfer(number: string): Promise<TalkEnd | null> {
    const numbers = fromOnwards(this.brief.handoffNumbers, number);
    // The agent's own numbers alone are called, whatever an engine was talked into.
    if (!numbers) return this.#goOnWithout();
    const { said, endedBy } = await this.line.transfer(numbers);
    for (const { speaker, text, startMs, endMs } of said) this.#add({ speaker, text, startMs, endMs });
    const over = this.#stopReason();
    if (over) return over;
    return endedBy === null ? this.#goOnWithout() : TRANSFER_ENDS[endedBy];
  }

  /** Nobody took the transfer: the agent says so. */
  #goOnWithout(): Promise<TalkEnd | null> {
    this.#transferFailed = true;
    this.#cue = { ...SPOKE, transferFailed: true };
    return this.#answer();
  }

  /** Waits for the contact and notes what was heard; returns the end when that ended the talk. */
  async #hear(forMs: number): Promise<TalkEnd | null> {
    for (let patienceMs = forMs; ;) {
      const heard = await this.line.listen(patienceMs);
      if (heard.kind === 'speech') {
        const { text, startMs, endMs } = heard;
        this.#add({ speaker: 'contact', text, startMs, endMs });
        this.#heardThem();
        this.#askedToWait = asksToWait(text);
      }
      const over = this.#stopReason() ?? endOfHeard(heard);
      if (over) return over;
      if (heard.kind === 'speech') {
        if (heard.answerer) return this.#meet(heard.answerer);
        const { holdMessageMs } = this.line.times;
        if (holdMessageMs === null || !isHoldMessage(heard.text)) return null;
        patienceMs = holdMessageMs;
      } else if (heard.kind === 'unclear') {
        const cut = await this.#sayUnclear();
        if (cut) return cut;
      } else if (heard.kind === 'stt_failed') {
        return this.#sorry('Speech recognition failed, so the agent ended the talk.');
      } else if (heard.kind === 'silence') {
        this.#noteSilence(heard.forMs);
        return null;
      }
    }
  }

  /** A machine answered in the contact's place. */
  async #meet(answerer: Answerer): Promise<TalkEnd | null> {
    switch (answerer) {
      case 'announcement':
        return { ...BY_AGENT, reason: 'A network announcement answered, so the agent hung up.' };
      case 'ivr':
        return { ...BY_AGENT, reason: 'A phone menu answered, so the agent hung up.' };
      case 'voicemail':
        return this.#leaveMessage();
      case 'screening': {
        const { screening } = this.#phrases;
        const who = screening.replace('{account}', () => this.brief.accountName);
        const ended = (await this.#say(who)) ?? (await this.#hear(this.line.times.screeningMs));
        return ended ?? (await this.#say(this.brief.openingLine)) ?? (await this.#hear(this.#patienceMs));
      }
    }
  }

  async #leaveMessage(): Promise<TalkEnd | null> {
    const { action, message } = this.brief.voicemail;
    if (action === 'hang_up') return BY_AGENT;
    await this.line.awaitBeep();
    const cut = this.#stopReason();
    if (cut) return cut;
    if (message !== null) return (await this.#say(message)) ?? BY_AGENT;
    this.#cue = { ...SPOKE, machine: true };
    return null;
  }

  async #sayUnclear(): Promise<TalkEnd | null> {
    if (this.#saidUnclear) return null;
    this.#saidUnclear = true;
    return this.#say(this.#phrases.unclear);
  }

  #heardThem(): void {
    this.#cue = SPOKE;
    this.#silences = 0;
  }

  #noteSilence(silentMs: number): void {
    this.#silences += 1;
    const isLast = this.#silences >= this.line.times.silencesMs.length;
    this.#cue = { ...SPOKE, silentMs, silences: isLast ? 2 : 1 };
  }

  #add(turn: Turn): void {
    if (turn.text === '') return;
    this.#turns.push(turn);
    this.onTurn(turn);
  }

  /** How long the agent waits for the contact to speak. */
  get #patienceMs(): number {
    const { silencesMs, waitRequestMs } = this.line.times;
    const usual = silencesMs[this.#silences] ?? silencesMs.at(-1) ?? 0;
    return this.#askedToWait && this.#silences === 0 ? (waitRequestMs ?? usual) : usual;
  }

  get #phrases(): Phrases {
    return phrasesOf(spokenLanguage(this.brief.language));
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

/** All of a list, beginning with one of them; null when it is not in it. */
function fromOnwards(all: readonly string[], first: string): readonly [string, ...string[]] | null {
  const at = all.indexOf(first);
  return at < 0 ? null : [first, ...all.slice(at + 1), ...all.slice(0, at)];
}

function endOfHeard(heard: Heard): TalkEnd | null {
  if (heard.kind === 'lost') return LOST;
  return heard.kind === 'hung_up' || (heard.kind === 'speech' && heard.hungUp) ? BY_CONTACT : null;
}
