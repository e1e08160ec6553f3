import { type DialogRecord, contactOf, dialogKey } from '../../domain/dialog';
import { type SipRequest, cseqOf, responseTo } from '../../domain/message';
import type { Core } from '../core';
import type { DialogUser } from '../dialog-user';
import { DIALOG_LIMITS, RateLimit } from '../limits';
import { NextHopSources } from '../next-hop-sources';
import type { ServerTransaction } from '../server-transaction';
import type { PeerSettings } from '../settings';

/** Our side of a dialog. */
export interface DialogSide {
  readonly peer: PeerSettings;
  readonly contact: string;
}

/** A dialog before the final response to its INVITE. */
export abstract class EarlyDialog implements DialogUser {
  readonly #key: string;
  readonly #limit: RateLimit;
  readonly #nextHop: NextHopSources;

  constructor(
    protected readonly core: Core,
    protected dialog: DialogRecord,
    protected readonly side: DialogSide,
  ) {
    this.#key = dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag);
    this.#limit = new RateLimit(() => core.runtime.timers.now(), DIALOG_LIMITS);
    this.#nextHop = new NextHopSources(core);
    this.#nextHop.update(dialog);
    core.sessions.set(this.#key, this);
  }

  /** The dialog with the changes of its requests so far. */
  get record(): DialogRecord {
    return this.dialog;
  }

  isSource(address: string): boolean {
    return (
      address === this.dialog.peer.address ||
      this.#nextHop.has(address) ||
      (this.side.peer.isSource?.(address) ?? false)
    );
  }

  sourceLookup(): Promise<void> | null {
    return this.#nextHop.settled;
  }

  admits(): boolean {
    return this.#limit.consume('');
  }

  receive(request: SipRequest, transaction: ServerTransaction): void {
    const number = cseqOf(request)?.number ?? 0;
    if (number <= (this.dialog.remoteCseq ?? -1)) {
      transaction.respond(responseTo(request, 500));
      return;
    }
    this.dialog = { ...this.dialog, remoteCseq: number };
    this.serve(request, transaction);
  }

  receiveAck(): void {
    // The ACK of a 2xx belongs to the session, that of another final response to its transaction.
  }

  /** The session of the same dialog stays. */
  close(): void {
    if (this.core.sessions.get(this.#key) === this) this.core.sessions.delete(this.#key);
  }

  protected abstract serve(request: SipRequest, transaction: ServerTransaction): void;

  /** RFC 3311: UPDATE refreshes the target. */
  protected retarget(message: SipRequest): void {
    const remoteTarget = contactOf(message);
    if (remoteTarget === null || remoteTarget === this.dialog.remoteTarget) return;
    this.dialog = { ...this.dialog, remoteTarget };
    this.#nextHop.update(this.dialog);
  }
}
