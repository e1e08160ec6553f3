import { type InviteRecord, cancelOf } from '../domain/dialog';
import type { SipRequest, SipResponse } from '../domain/message';
import type { Cancel, Flow, Unreachable } from '../domain/ports';
import { targetKey } from '../domain/target-health';
import type { ClientTransaction } from './client-transaction';
import type { Core, Outgoing } from './core';

export type TryEnd =
  | { readonly kind: 'final'; readonly response: SipResponse }
  | { readonly kind: 'silent'; readonly receivedSince: boolean }
  | { readonly kind: 'unreachable'; readonly error: Unreachable }
  | { readonly kind: 'canceled' };

export interface TryEvents {
  provisional(response: SipResponse): void;
  /** A retransmission, or a 2xx of another fork. */
  further(response: SipResponse): void;
}

/** Sends one INVITE to one target, and its CANCEL (RFC 3261 section 9.1). */
export class InviteTry {
  readonly #stop: Cancel[] = [];
  readonly #sentAt: number;
  #transaction: ClientTransaction | null = null;
  #settle: ((end: TryEnd) => void) | null = null;
  #answered = false;
  #hasResponse = false;
  #canceled = false;
  #cancelSent = false;

  constructor(
    private readonly core: Core,
    readonly record: InviteRecord,
    private readonly events: TryEvents,
  ) {
    this.#sentAt = core.runtime.timers.now();
  }

  run(request: SipRequest, flow: Flow, outgoing: Outgoing): Promise<TryEnd> {
    const { core } = this;
    const key = targetKey(outgoing.target);
    const receivedSince = (): boolean => (core.health.receivedAt(key) ?? -Infinity) >= this.#sentAt;
    return new Promise((resolve) => {
      this.#settle = resolve;
      const silent = core.runtime.timers.after(core.settings.silentMs, () => {
        if (!this.#hasResponse && !receivedSince()) core.health.out(key);
      });
      this.#stop.push(silent);
      this.#transaction = core.startTransaction(request, flow, outgoing, {
        response: (response) => this.#response(response),
        timeout: () => this.#finish({ kind: 'silent', receivedSince: receivedSince() }),
        onFailed: (error) => {
          core.health.out(key);
          this.#finish({ kind: 'unreachable', error });
        },
      });
    });
  }

  /** Waits for a provisional response; a faster final response wins. */
  cancel(): void {
    this.#canceled = true;
    if (this.#hasResponse) this.#sendCancel();
  }

  #response(response: SipResponse): void {
    this.#hasResponse = true;
    const { status } = response;
    if (status < 200) {
      if (this.#canceled) this.#sendCancel();
      else if (status > 100) this.events.provisional(response);
    } else if (this.#answered) this.events.further(response);
    else {
      this.#answered = true;
      this.#finish({ kind: 'final', response });
    }
  }

  #sendCancel(): void {
    if (this.#cancelSent || this.#settle === null) return;
    this.#cancelSent = true;
    const { runtime, settings } = this.core;
    void this.core.cancel(cancelOf(this.record), this.record.target);
    const timeout = runtime.timers.after(64 * settings.times.t1, () => {
      this.#transaction?.abandon();
      this.#finish({ kind: 'canceled' });
    });
    this.#stop.push(timeout);
  }

  #finish(end: TryEnd): void {
    for (const stop of this.#stop.splice(0)) stop();
    const settle = this.#settle;
    this.#settle = null;
    settle?.(end);
  }
}
