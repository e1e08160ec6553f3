import { type SipRequest, cseqOf, responseTo } from '../../domain/message';
import type { DialogRecord } from '../../domain/dialog';
import type { Cancel } from '../../domain/ports';
import { MAX_FIRST_RSEQ, rackOf } from '../../domain/reliable-provisional';
import type { HeaderField } from '../../domain/headers';
import { sdpOf } from '../../domain/uas-rules';
import type { Core } from '../core';
import type { ServerTransaction } from '../server-transaction';
import { type DialogSide, EarlyDialog } from './early-dialog';
import { answerUpdate } from './update-answer';

/** RFC 3311: Retry-After, when an offer of the far side has no answer yet. */
const MAX_RETRY_AFTER_SECONDS = 10;

export interface RingingCall {
  readonly invite: SipRequest;
  /** Sends a provisional response. */
  readonly send: (lines: readonly HeaderField[]) => void;
  /** No PRACK came. */
  readonly timedOut: () => void;
  /** The caller sent a BYE, which ends the INVITE with 487 (RFC 3261 section 15.1.2). */
  readonly hungUp: () => void;
}

/** A received call that rings: its reliable 180 (RFC 3262), and the caller's PRACK and UPDATE. */
export class IncomingEarlyDialog extends EarlyDialog {
  #rseq: number | null = null;
  readonly #stop: Cancel[] = [];

  constructor(
    core: Core,
    dialog: DialogRecord,
    side: DialogSide,
    private readonly call: RingingCall,
  ) {
    super(core, dialog, side);
  }

  /** Sent again after 0.5 s, doubling, until its PRACK. Only one may be without a PRACK. */
  ringReliably(lines: readonly HeaderField[]): void {
    if (this.#rseq !== null) return;
    const { runtime, settings } = this.core;
    const { t1 } = settings.times;
    const rseq = Math.floor(runtime.random() * (MAX_FIRST_RSEQ - 1)) + 1;
    this.#rseq = rseq;
    const send = (next: number): void => {
      this.call.send([...lines, ['require', '100rel'], ['rseq', String(rseq)]]);
      this.#stop[0] = runtime.timers.after(next, () => send(2 * next));
    };
    send(t1);
    this.#stop[1] = runtime.timers.after(64 * t1, this.call.timedOut);
  }

  /** True: the PRACK is for our 180, and the first one. */
  acknowledges(prack: SipRequest): boolean {
    const rack = rackOf(prack);
    const number = cseqOf(this.call.invite)?.number;
    if (rack === null || rack.rseq !== this.#rseq) return false;
    if (rack.method !== 'INVITE' || rack.number !== number) return false;
    this.#rseq = null;
    this.#stopRinging();
    return true;
  }

  override close(): void {
    this.#stopRinging();
    super.close();
  }

  #stopRinging(): void {
    for (const stop of this.#stop.splice(0)) stop();
  }

  protected override serve(request: SipRequest, transaction: ServerTransaction): void {
    const respond = (status: number, headers: readonly HeaderField[] = []): void =>
      transaction.respond(responseTo(request, status, { headers }));
    if (request.method === 'PRACK') respond(this.acknowledges(request) ? 200 : 481);
    else if (request.method === 'BYE') {
      respond(200);
      this.call.hungUp();
    } else if (request.method !== 'UPDATE') respond(481);
    else if (sdpOf(request) !== null) {
      const seconds = Math.floor(this.core.runtime.random() * (MAX_RETRY_AFTER_SECONDS + 1));
      respond(500, [['retry-after', String(seconds)]]);
    } else {
      this.retarget(request);
      answerUpdate(this.core, this.side, transaction, null);
    }
  }
}
