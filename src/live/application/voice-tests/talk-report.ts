import type { Timers } from '../../../platform/timers';
import type { ObservedTurn, TalkObserver } from '../../../voice';
import type { HostMessage } from '../../domain/live-message';
import { PartialPacer } from '../partial-pacer';
import { turnView } from '../turn.view';

/** Reports a talk to its page as it goes on, and to a page that resumes what it missed. */
export class TalkReport implements TalkObserver {
  readonly #partials: PartialPacer;
  #missedState: HostMessage | null = null;
  /** A page may be away for 5 s, so they are few. */
  #missedTurns: HostMessage[] = [];

  /** @param send false: the page is away */
  constructor(
    timers: Timers,
    private readonly send: (message: HostMessage) => boolean,
    private readonly store: (turn: ObservedTurn) => void,
  ) {
    this.#partials = new PartialPacer(timers, (text) => void send({ type: 'partial', text }));
  }

  onState(state: Parameters<TalkObserver['onState']>[0]): void {
    const message = { type: 'state', state } as const;
    this.#missedState = this.send(message) ? null : message;
  }

  onPartial(text: string): void {
    this.#partials.add(text);
  }

  onTurn(turn: ObservedTurn): void {
    this.#partials.clear();
    this.store(turn);
    const message = { type: 'turn', ...turnView(turn) } as const;
    if (!this.send(message)) this.#missedTurns.push(message);
  }

  /** Sends the state and the turns that no connection could carry. */
  sendMissed(): void {
    const missed = [...this.#missedTurns, ...(this.#missedState ? [this.#missedState] : [])];
    [this.#missedTurns, this.#missedState] = [[], null];
    for (const message of missed) this.send(message);
  }

  stop(): void {
    this.#partials.stop();
  }
}
