import type { TalkBrief, Turn } from '../../shared-kernel/talk';
import type { HistoryItem } from '../../shared-kernel/talk-history';
import { spokenLanguage } from '../../shared-kernel/language';
import type { DialogueCue, DialogueEngine } from '../domain/dialogue-engine';
import type { Answerer, Spoken, TextLine } from '../domain/text-line';
import { mayFallSilent } from '../offline/lexicon/waits';
import type { Phrases } from '../offline/lexicon/phrases/phrase-pack';
import { phrasesOf } from '../offline/lexicon/phrases/phrases';
import { written } from '../domain/spoken-text';
import { answererAfterPause } from './answerer-after-pause';
import { EarlyReplies, type OnEarlyResult, type RequestedReply } from './early-replies';
import { lastWords } from './last-words';
import { OnHold } from './on-hold';
import { Reply } from './reply';
import { Silences, SPOKE } from './silences';
import type { RunningRound, ToolRounds } from './tool-rounds';
import { TalkRecord } from './talk-record';
import {
  BY_AGENT,
  CANCELED,
  endOfCut,
  endOfListening,
  endOfWait,
  fromOnwards,
  LIMIT,
  MACHINE_ENDS,
  type TalkEnd,
  TRANSFER_ENDS,
} from './talk-end';

/** Runs one talk: alternates between the engine's replies and the contact's turns. */
export class RunningTalk {
  readonly #record: TalkRecord;
  readonly #silences: Silences;
  #cue: DialogueCue = SPOKE;
  /** One transfer is tried; then the agent continues without. */
  #transferFailed = false;
  #reportedUnclear = false;
  /** A voicemail records. */
  #isMessage = false;
  readonly #early: EarlyReplies | null;

  constructor(
    private readonly engine: DialogueEngine,
    private readonly line: TextLine,
    private readonly brief: TalkBrief,
    onTurn: (turn: Turn) => void,
    private readonly signal: AbortSignal,
    onEarly: OnEarlyResult,
    /** null: the agent has none. */
    private readonly tools: ToolRounds | null,
  ) {
    this.#record = new TalkRecord(onTurn);
    this.#silences = new Silences(line.times);
    this.#early = onEarly && new EarlyReplies((history) => this.#request(history, SPOKE), onEarly);
  }

  async run(): Promise<TalkEnd> {
    try {
      return await this.#lead();
    } finally {
      this.#early?.drop('unused');
      this.tools?.end();
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
    if (this.#silences.count > 0) this.#resetSilences();
    for (;;) {
      const ended = (await this.#answer()) ?? (await this.#listen(this.#silences.maxSilenceMs));
      if (ended) return ended;
    }
  }

  async #answer(): Promise<TalkEnd | null> {
    const givesUp = this.#cue.silences > 1;
    const early = this.#cue === SPOKE ? this.#early?.consume(this.#record.items) : null;
    const { reply, controller } = early ?? this.#request(this.#record.items, this.#cue);
    const following = this.tools?.follow(reply);
    const spoken = await this.line.speak(reply.words());
    const { failed } = reply;
    // The rest of an interrupted response is not needed.
    controller.abort();
    const cut = await this.#addSpoken(spoken);
    if (cut) return cut;
    const round = await following;
    if (round) return this.#await(round, reply, spoken !== null);
    if (failed) return this.#sorry('The dialogue engine failed, so the agent ended the talk.');
    // An interrupted goodbye continues the talk.
    if (spoken?.cutBy === 'barge_in') return null;
    const { action } = reply;
    if (action.do === 'leave_message') return { ...BY_AGENT, answerer: 'voicemail' };
    if (action.do === 'transfer' && !this.#transferFailed) return this.#transfer(action.number);
    return action.do !== 'hang_up' && !givesUp ? null : BY_AGENT;
  }

  /** The engine answers what the contact spoke meanwhile, too. */
  async #await(round: RunningRound, reply: Reply, hadText: boolean): Promise<TalkEnd | null> {
    const { tools, line } = this;
    if (!tools || reply.action.do !== 'use_tools') return null;
    const calls = reply.action.calls.map(({ name }) => name);
    const place = this.#record.items.length;
    const waited = await line.waitFor(round, {
      ...tools.waitOf({ calls, hadText }),
      onSpoken: (spoken) => this.#record.addWaiting(spoken),
      onHeard: (turn) => {
        this.#record.addContactTurn(turn);
        this.#resetSilences();
      },
    });
    const over = this.#stopReason();
    if (over) return over;
    if ('endedBy' in waited) return endOfWait(waited.endedBy);
    this.#record.addRound(place, tools.outcomeOf(waited.value, hadText));
    if (round.isLast) this.#cue = { ...this.#cue, withoutTools: true };
    return this.#answer();
  }

  #request(history: readonly HistoryItem[], cue: DialogueCue): RequestedReply {
    const controller = new AbortController();
    const signal = AbortSignal.any([this.signal, controller.signal]);
    return { reply: new Reply(this.engine.next(this.brief, history, cue, signal)), controller };
  }

  async #speakPhrase(text: string): Promise<TalkEnd | null> {
    return this.#addSpoken(await this.line.speak(written(text)));
  }

  async #sorry(reason: string): Promise<TalkEnd> {
    return (await this.#speakPhrase(this.#phrases.trouble)) ?? { ...BY_AGENT, reason };
  }

  async #addSpoken(spoken: Spoken | null): Promise<TalkEnd | null> {
    if (spoken) this.#record.addSpoken(spoken);
    // A contact who interrupts may hang up before the agent stops.
    if (spoken?.cutBy === 'hung_up' && !this.#isMessage)
      for await (const turn of lastWords(this.line)) this.#record.addContactTurn(turn);
    return this.#stopReason() ?? endOfCut(spoken);
  }

  async #transfer(number: string): Promise<TalkEnd | null> {
    const numbers = fromOnwards(this.brief.handoffNumbers, number);
    // Calls only the agent's own numbers, whatever the engine proposes.
    if (!numbers) return this.#goOnWithout();
    const { turns, endedBy } = await this.line.transfer(numbers);
    for (const { speaker, text, startMs, endMs } of turns)
      this.#record.add({ speaker, text, startMs, endMs });
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
    const onHold = new OnHold(this.line);
    for (let maxSilenceMs = forMs; ;) {
      const result = await this.line.listen(maxSilenceMs, this.#early?.after(this.#record.items));
      if (result.kind === 'speech') {
        this.#record.addContactTurn(result);
        this.#resetSilences();
        this.tools?.newTurn();
        this.#silences.isWaitRequested = mayFallSilent(result.text);
      }
      const over = this.#stopReason() ?? endOfListening(result);
      if (over) return over;
      if (result.kind === 'speech') {
        const answerer = await answererAfterPause(this.line, result, this.#record);
        if (answerer) return this.#meet(answerer);
        maxSilenceMs = onHold.silenceAfter(result.text);
        if (maxSilenceMs <= 0) return null;
      } else if (result.kind === 'unclear') {
        const cut = await this.#speakUnclear();
        if (cut) return cut;
      } else if (result.kind === 'stt_failed') {
        return this.#sorry('Speech recognition failed, so the agent ended the talk.');
      } else if (result.kind === 'silence') {
        this.#cue = this.#silences.note(result.forMs);
        return null;
      }
    }
  }

  async #meet(answerer: Answerer): Promise<TalkEnd | null> {
    switch (answerer) {
      case 'announcement':
      case 'ivr':
        return MACHINE_ENDS[answerer];
      case 'voicemail':
        return this.#leaveMessage();
      case 'screening': {
        const who = this.#phrases.screening.replace('{account}', () => this.brief.accountName);
        const ended = (await this.#speakPhrase(who)) ?? (await this.#listen(this.line.times.screeningMs));
        return (
          ended ??
          (await this.#speakPhrase(this.brief.openingLine)) ??
          (await this.#listen(this.#silences.maxSilenceMs))
        );
      }
    }
  }

  async #leaveMessage(): Promise<TalkEnd | null> {
    const { action, message } = this.brief.voicemail;
    if (action === 'hang_up') return BY_AGENT;
    await this.line.awaitBeep();
    this.#isMessage = true;
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
    this.#silences.reset();
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
