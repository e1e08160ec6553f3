import { type HistoryItem, isRound, turnsOf } from '../../shared-kernel/talk-history';
import type { EarlyListener, EarlyReply } from '../domain/text-line';
import { Reply } from './reply';

/** The limit for one turn: each request to the engine may be wasted. */
const MAX_REQUESTS = 2;
/** The limits for a talk: wasted requests, or their share of the contact's turns. */
const MAX_WASTED = 3;
const MAX_WASTED_SHARE = 0.3;

/** `speech`, `words`: the contact continued, or the turn had other words; `unused`: the turn got no reply. */
export type EarlyResult = 'used' | 'speech' | 'words' | 'failed' | 'unused';

/** Receives how each early request ended; null: replies are requested at the end of a turn alone. */
export type OnEarlyResult = ((result: EarlyResult) => void) | null;

export interface RequestedReply {
  readonly reply: Reply;
  /** Ends the request. */
  readonly controller: AbortController;
}

/**
 * Requests replies before the contact's turn is certainly over. Nothing of such a reply is played, stored or acted on
 * until the turn ends with the words that it was requested for.
 */
export class EarlyReplies implements EarlyListener {
  #history: readonly HistoryItem[] = [];
  #requests = 0;
  #wasted = 0;
  #current: (RequestedReply & { readonly words: string }) | null = null;

  constructor(
    private readonly request: (history: readonly HistoryItem[]) => RequestedReply,
    private readonly onEnd: NonNullable<OnEarlyResult>,
  ) {}

  /** Prepares for the turn that follows these. The opening line needs no words of the contact. */
  after(history: readonly HistoryItem[]): this | undefined {
    this.drop('unused');
    [this.#history, this.#requests] = [[...history], 0];
    return turnsOf(history).some(({ speaker }) => speaker === 'agent') ? this : undefined;
  }

  onSettled({ text, startMs, endMs }: { text: string; startMs: number; endMs: number }): EarlyReply | null {
    const words = wordsOf(text);
    if (words === this.#current?.words) return null;
    this.drop('words');
    if (words === '' || this.#requests >= MAX_REQUESTS || this.#wastesMany) return null;
    this.#requests += 1;
    const requested = this.request([...this.#history, { speaker: 'contact', text, startMs, endMs }]);
    this.#current = { ...requested, words };
    return { text: requested.reply.words(), signal: requested.controller.signal };
  }

  onResumed(): void {
    this.drop('speech');
  }

  /** The reply to the last turn; null when none was requested for its words. */
  consume(history: readonly HistoryItem[]): RequestedReply | null {
    const [current, last] = [this.#current, history.at(-1)];
    if (!current) return null;
    if (!last || isRound(last) || last.speaker !== 'contact') {
      this.drop('words');
      return null;
    }
    const isNext = history.length === this.#history.length + 1;
    if (!isNext || wordsOf(last.text) !== current.words) this.drop('words');
    else if (current.reply.failed) this.drop('failed');
    else {
      this.#current = null;
      this.onEnd('used');
      return current;
    }
    return null;
  }

  drop(result: EarlyResult): void {
    const current = this.#current;
    if (!current) return;
    this.#current = null;
    this.#wasted += 1;
    current.controller.abort();
    this.onEnd(result);
  }

  /** True for a contact who pauses often. */
  get #wastesMany(): boolean {
    const turns = turnsOf(this.#history).filter(({ speaker }) => speaker === 'contact').length;
    return this.#wasted >= Math.max(MAX_WASTED, MAX_WASTED_SHARE * turns);
  }
}

/** Punctuation and case of recognized words may change until the turn ends. */
function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}
