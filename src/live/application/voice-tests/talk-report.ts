import type { Timers } from '../../../platform/timers';
import type { ObservedTurn, TalkObserver } from '../../../voice';
import type { HostMessage } from '../../domain/live-message';
import { PartialPacer } from '../partial-pacer';
import { turnView } from '../turn.view';

/** A page abandons a silent connection after 6 s, and resumes within 5 s more. */
const LOST_MS = 12_000;

/** Reports a talk to its page as it goes on, and to a page that resumes what it may have missed. */
export class TalkReport implements TalkObserver {
  readonly #partials: PartialPacer;
  #state: HostMessage | null = null;
  #turns: { readonly message: HostMessage; readonly atMs: number }[] = [];

  /** @param send does nothing while the page is away */
  constructor(
    private readonly timers: Timers,
    private readonly send: (message: HostMessage) => void,
    private readonly store: (turn: ObservedTurn) => void,
  ) {
    this.#partials = new PartialPacer(timers, (text) => send({ type: 'partial', text }));
  }

  onState(state: Parameters<TalkObserver['onState']>[0]): void {
    this.#state = { type: 'state', state };
    this.send(this.#state);
  }

  onPartial(text: string): void {
    this.#partials.add(text);
  }

  onTurn(turn: ObservedTurn): void {
    this.#partials.clear();
    this.store(turn);
    const message = { type: 'turn', ...turnView(turn) } as const;
    this.#turns = [...this.#recentTurns(), { message, atMs: this.timers.now() }];
    this.send(message);
  }

  /** Nothing shows which messages a broken connection has carried: a page ignores the turns that it has. */
  resend(): void {
    for (const { message } of this.#recentTurns()) this.send(message);
    if (this.#state) this.send(this.#state);
  }

  stop(): void {
    this.#partials.stop();
  }

  #recentTurns() {
    return this.#turns.filter(({ atMs }) => this.timers.now() - atMs < LOST_MS);
  }
}
