import type { TalkBrief, Turn } from '../../shared-kernel/talk';
import { spokenLanguage } from '../../shared-kernel/language';
import type { DialogueCue, DialogueEngine } from '../domain/dialogue-engine';
import type { Answerer, ListenResult, Spoken, TextLine } from '../domain/text-line';
import { requestsWait, isOnHoldMessage } from '../offline/answerer';
import type { Phrases } from '../offline/lexicon/phrases/phrase-pack';
import { phrasesOf } from '../offline/lexicon/phrases/phrases';
import { written } from '../domain/spoken-text';
import { EarlyReplies, type EarlyResult, type RequestedReply } from './early-replies';
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

/** Receives how each early request ended; null: replies are requested at the end of a turn alone. */
export type OnEarlyResult = ((result: EarlyResult) => void) | null;

/** Runs one talk: alternates between the engine's replies and the contact's turns. */
export class RunningTalk {
  readonly #turns: Turn[] = [];
  #cue: DialogueCue = SPOKE;
  #silences = 0;
  #isWaitRequested = false;
  /** One transfer is tried; then the agent continues without. */
  #transferFailed = false;
  #reportedUnclear = false;
  readonly #early: EarlyReplies | null;

  constructor(
    private readonly engine: DialogueEngine,
    private readonly line: TextLine,
    private readonly brief: TalkBrief,
    private readonly onTurn: (turn: Turn) => void,
    private readonly signal: AbortSignal,
    onEarly: OnEarlyResult,
  ) {
    this.#early = onEarly && new EarlyReplies((turns) => this.#request(turns, SPOKE), onEarly);
  }

  async run(): Promise<TalkEnd> {
    try {
      return await this.#lead();
    } finally {
      this.#early?.drop('unused');
    }
  }

  async #lead(): Promise<TalkEnd> {
    const { line, brief } = this;
    line.cutAt(this.#limitMs);
    if (brief.direction === 'outbound') {
      const ended = await this.#listen(line.times.greetingMs);
      if (ended) return ended;
    }
    // A pause after the answer is no silence: the agent has not spoken yet.
    if (this.#silences > 0) this.#resetSilences();
    for (;;) {
      const ended = (await this.#answer()) ?? (await this.#listen(this.#patienceMs));
      if (ended) return ended;
    }
  }

  async #answer(): Promise<TalkEnd | null> {
    const givesUp = this.#cue.silences > 1;
    const early = this.#cue === SPOKE ? this.#early?.consume(this.#turns) : null;
    const { reply, controller } = early ?? this.#request(this.#turns, this.#cue);
    const spoken = await this.line.speak(reply.words());
    // The rest of an interrupted response is not needed.
    controller.abort();
    const cut = this.#addSpoken(spoken);
    if (cut) return cut;
    if (reply.failed) return this.#sorry('The dialogue engine failed, so the agent ended the talk.');
    // An interrupted goodbye continues the talk.
    if (spoken?.cutBy === 'barge_in') return null;
    const { action } = reply;
    if (action.do === 'leave_message') return { ...BY_AGENT, answerer: 'voicemail' };
    if (action.do === 'transfer' && !this.#transferFailed) return this.#transfer(action.number);
    return action.do !== 'hang_up' && !givesUp ? null : BY_AGENT;
  }

  #request(turns: readonly Turn[], cue: DialogueCue): RequestedReply {
    const controller = new AbortController();
    const signal = AbortSignal.any([this.signal, controller.signal]);
    return { reply: new Reply(this.engine.next(this.brief, turns, cue, signal)), controller };
  }

  async #speakPhrase(text: string): Promise<TalkEnd | null> {
    return this.#addSpoken(await this.line.speak(written(text)));
  }

  async #sorry(reason: string): Promise<TalkEnd> {
    return (await this.#speakPhrase(this.#phrases.trouble)) ?? { ...BY_AGENT, reason };
  }

  #addSpoken(spoken: Spoken | null): TalkEnd | null {
    if (spoken) {
      const { startMs, endMs, playedText, responseMs } = spoken;
      this.#add({
        speaker: 'agent',
        text: playedText,
        startMs,
        endMs,
        ...(responseMs !== undefined && { responseMs }),
      });
    }
    return this.#stopReason() ?? endOfCut(spoken);
  }

  async #transfer(number: string): Promise<TalkEnd | null> {
    const numbers = fromOnwards(this.brief.handoffNumbers, number);
    // Calls only the agent's own numbers, whatever the engine proposes.
    if (!numbers) return this.#goOnWithout();
    const { turns, endedBy } = await this.line.transfer(numbers);
    for (const { speaker, text, startMs, endMs } of turns) this.#add({ speaker, text, startMs, endMs });
    const over = this.#stopReason();
    if (over) return over;
    return endedBy === null ? this.#goOnWithout() : TRANSFER_ENDS[endedBy];
  }

  #goOnWithout(): Promise<TalkEnd | null> {
    this.#transferFailed = true;
    this.#cue = { ...SPOKE, transferFailed: true };
    return this.#answer();
  }

  async #listen(forMs: number): Promise<TalkEnd | null> {
    for (let patienceMs = forMs; ;) {
      const result = await this.line.listen(patienceMs, this.#early?.after(this.#turns));
      if (result.kind === 'speech') {
        const { text, startMs, endMs } = result;
        this.#add({ speaker: 'contact', text, startMs, endMs });
        this.#resetSilences();
        this.#isWaitRequested = requestsWait(text);
      }
      const over = this.#stopReason() ?? endOfListening(result);
      if (over) return over;
      if (result.kind === 'speech') {
        if (result.answerer) return this.#meet(result.answerer);
        const { onHoldMessageMs } = this.line.times;
        if (onHoldMessageMs === null || !isOnHoldMessage(result.text)) return null;
        patienceMs = onHoldMessageMs;
      } else if (result.kind === 'unclear') {
        const cut = await this.#speakUnclear();
        if (cut) return cut;
      } else if (result.kind === 'stt_failed') {
        return this.#sorry('Speech recognition failed, so the agent ended the talk.');
      } else if (result.kind === 'silence') {
        this.#noteSilence(result.forMs);
        return null;
      }
    }
  }

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
        const ended = (await this.#speakPhrase(who)) ?? (await this.#listen(this.line.times.screeningMs));
        return (
          ended ?? (await this.#speakPhrase(this.brief.openingLine)) ?? (await this.#listen(this.#patienceMs))
        );
      }
    }
  }

  async #leaveMessage(): Promise<TalkEnd | null> {
    const { action, message } = this.brief.voicemail;
    if (action === 'hang_up') return BY_AGENT;
    await this.line.awaitBeep();
    const cut = this.#stopReason();
    if (cut) return cut;
    if (message !== null) return (await this.#speakPhrase(message)) ?? BY_AGENT;
    this.#cue = { ...SPOKE, machine: true };
    return null;
  }

  async #speakUnclear(): Promise<TalkEnd | null> {
    if (this.#reportedUnclear) return null;
    this.#reportedUnclear = true;
    return this.#speakPhrase(this.#phrases.unclear);
  }

  #resetSilences(): void {
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

  get #patienceMs(): number {
    const { silencesMs, waitRequestMs } = this.line.times;
    const usual = silencesMs[this.#silences] ?? silencesMs.at(-1) ?? 0;
    return this.#isWaitRequested && this.#silences === 0 ? (waitRequestMs ?? usual) : usual;
  }

  get #phrases(): Phrases {
    return phrasesOf(spokenLanguage(this.brief.language));
  }

  get #limitMs(): number {
    return this.brief.maxSeconds * 1_000;
  }

  /** Canceled, or at the limit of minutes. */
  #stopReason(): TalkEnd | null {
    if (this.signal.aborted) return CANCELED;
    return this.line.nowMs() >= this.#limitMs ? LIMIT : null;
  }
}

function fromOnwards(all: readonly string[], first: string): readonly [string, ...string[]] | null {
  const at = all.indexOf(first);
  return at < 0 ? null : [first, ...all.slice(at + 1), ...all.slice(0, at)];
}

function endOfListening(result: ListenResult): TalkEnd | null {
  if (result.kind === 'lost') return LOST;
  return result.kind === 'hung_up' || (result.kind === 'speech' && result.hungUp) ? BY_CONTACT : null;
}
