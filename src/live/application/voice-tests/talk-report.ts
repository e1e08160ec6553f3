import type { Timers } from '../../../platform/timers';
import type { ObservedTurn, TalkObserver } from '../../../voice';
import type { HostMessage } from '../../domain/live-message';
import { PartialPacer } from '../partial-pacer';
import { turnView } from '../turn.view';

/** More than a broken connection lasts until it is noticed and resumed. */
const REPEAT_MS = 15_000;

type StateMessage = Extract<HostMessage, { readonly type: 'state' }>;

/** Reports a talk to its page as it goes on, and to a page that is back what it may have missed. */
export class TalkReport implements TalkObserver {
  readonly #partials: PartialPacer;
  #state: StateMessage | null = null;
  #recent: { readonly turn: ObservedTurn; readonly atMs: number }[] = [];

  constructor(
    private readonly timers: Timers,
    private readonly send: (message: HostMessage) => void,
    private readonly store: (turn: ObservedTurn) => void,
  ) {
    this.#partials = new PartialPacer(timers, (text) => send({ type: 'partial', text }));
  }

  onState(state: StateMessage['state']): void {
    this.#state = { type: 'state', state };
    this.send(this.#state);
  }

  onPartial(text: string): void {
    this.#partials.add(text);
  }

  onTurn(turn: ObservedTurn): void {
    this.#partials.clear();
    this.store(turn);
    this.#forgetOld();
    this.#recent.push({ turn, atMs: this.timers.now() });
    this.#sendTurn(turn);
  }

  /** Sends the state, and turns of late, to a page that resumes: it may have some of them. */
  repeat(): void {
    if (this.#state) this.send(this.#state);
    this.#forgetOld();
    for (const { turn } of this.#recent) this.#sendTurn(turn);
  }

  stop(): void {
    this.#partials.stop();
  }

  #sendTurn(turn: ObservedTurn): void {
    this.send({ type: 'turn', ...turnView(turn) });
  }

  #forgetOld(): void {
    const sinceMs = this.timers.now() - REPEAT_MS;
    this.#recent = this.#recent.filter(({ atMs }) => atMs >= sinceMs);
  }
}
