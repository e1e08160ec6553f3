import type { Timers } from '../../../platform/kernel/time/timers';
import type { ObservedTurn, TalkObserver } from '../../../voice';
import type { HostMessage } from '../../domain/live-message';
import { PartialPacer } from '../partial-pacer';
import { turnView } from '../turn.view';

/** A page abandons a silent connection after 6 s, and resumes within 5 s more. */
const LOST_MS = 12_000;
/** What was sent this long before a message of the page has surely reached it. */
const SURE_MS = 500;

interface Sent {
  readonly message: HostMessage;
  readonly atMs: number;
}

/** Reports a talk to its page as it goes on, and to a page that resumes what it may have missed. */
export class TalkReport implements TalkObserver {
  readonly #partials: PartialPacer;
  #state: Sent | null = null;
  #turns: Sent[] = [];

  /** @param send does nothing while the page is away */
  constructor(
    private readonly timers: Timers,
    private readonly send: (message: HostMessage) => void,
    private readonly store: (turn: ObservedTurn) => void,
  ) {
    this.#partials = new PartialPacer(timers, (text) => send({ type: 'partial', text }));
  }

  onState(state: Parameters<TalkObserver['onState']>[0]): void {
    this.#state = this.#sent({ type: 'state', state });
  }

  onPartial(text: string): void {
    this.#partials.add(text);
  }

  onTurn(turn: ObservedTurn): void {
    this.#partials.clear();
    this.store(turn);
    const isRecent = ({ atMs }: Sent) => this.timers.now() - atMs < LOST_MS;
    this.#turns = [...this.#turns.filter(isRecent), this.#sent({ type: 'turn', ...turnView(turn) })];
  }

  /**
   * Sends again what may be lost: nothing shows which messages a broken connection has carried. A page ignores turns
   * that it has.
   *
   * @param receivedAtMs when the page's last message came
   */
  resend(receivedAtMs: number): void {
    for (const { message, atMs } of [...this.#turns, ...(this.#state ? [this.#state] : [])]) {
      if (atMs > receivedAtMs - SURE_MS) this.send(message);
    }
  }

  stop(): void {
    this.#partials.stop();
  }

  #sent(message: HostMessage): Sent {
    this.send(message);
    return { message, atMs: this.timers.now() };
  }
}
