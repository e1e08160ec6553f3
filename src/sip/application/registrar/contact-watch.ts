import type { Binding } from '../../domain/bindings';
import type { Cancel } from '../../domain/ports';
import { targetKey } from '../../domain/target-health';
import type { Core, RequestOutcome } from '../core';

/** Refreshes the mappings of NATs, and finds phones that left silently. */
const INTERVAL_MS = 25_000;
/** OPTIONS without an answer, after which a Contact is passed over. */
const MAX_SILENT = 3;

export interface ContactPings {
  ping(user: string, binding: Binding): Promise<RequestOutcome>;
  /** Called before each OPTIONS: the Contact may have ended. */
  isCurrent(user: string, binding: Binding): boolean;
}

interface Watched {
  user: string;
  binding: Binding;
  /** In a row, without anything from the phone since. */
  unanswered: number;
  sentAt: number;
  stop: Cancel;
}

/** Sends OPTIONS to registered phones, over their flows. */
export class ContactWatch {
  readonly #watched = new Map<string, Watched>();

  constructor(
    private readonly core: Core,
    private readonly pings: ContactPings,
  ) {}

  follow(user: string, bindings: readonly Binding[]): void {
    for (const binding of bindings) {
      const known = this.#watched.get(keyOf(binding));
      if (known) [known.user, known.binding] = [user, binding];
      else this.#begin(user, binding);
    }
  }

  /** Something came from the phone since the last OPTIONS that it did not answer. */
  isReachable(binding: Binding): boolean {
    const watched = this.#watched.get(keyOf(binding));
    return !watched || watched.unanswered < MAX_SILENT || this.#receivedSince(watched);
  }

  stop(): void {
    for (const { stop } of this.#watched.values()) stop();
    this.#watched.clear();
  }

  #begin(user: string, binding: Binding): void {
    // Known targets have the time of their last message stored.
    this.core.health.add(targetOf(binding));
    const watched: Watched = { user, binding, unanswered: 0, sentAt: Infinity, stop: () => undefined };
    this.#watched.set(keyOf(binding), watched);
    this.#later(watched);
  }

  #later(watched: Watched): void {
    watched.stop = this.core.runtime.timers.after(INTERVAL_MS, () => this.#tick(watched));
  }

  #tick(watched: Watched): void {
    const { user, binding } = watched;
    if (!this.pings.isCurrent(user, binding)) {
      this.#watched.delete(keyOf(binding));
      return;
    }
    const wasSent = watched.sentAt !== Infinity;
    watched.unanswered = !wasSent || this.#receivedSince(watched) ? 0 : watched.unanswered + 1;
    watched.sentAt = this.core.runtime.timers.now();
    this.core.spawn('a keep-alive of a registered phone', () => this.pings.ping(user, binding));
    this.#later(watched);
  }

  #receivedSince({ binding, sentAt }: Watched): boolean {
    return (this.core.health.receivedAt(targetOf(binding)) ?? -Infinity) >= sentAt;
  }
}

function targetOf({ flow }: Binding): string {
  return targetKey({ transport: flow.transport, ...flow.remote });
}

function keyOf(binding: Binding): string {
  return `${targetOf(binding)} ${binding.uri}`;
}
