import type { RemoteAudio } from '../../domain/audio';
import type { AudioSession } from '../../domain/audio-session';
import { type DialogRecord, requestInDialog } from '../../domain/dialog';
import { type SipRequest, type SipResponse, responseTo } from '../../domain/message';
import { ReliableOrder, rseqOf } from '../../domain/reliable-provisional';
import { sdpOf } from '../../domain/uas-rules';
import type { Core } from '../core';
import type { ServerTransaction } from '../server-transaction';
import { type DialogSide, EarlyDialog } from './early-dialog';
import { answerUpdate } from './update-answer';

/** A fork of our INVITE that sent a provisional response: its PRACKs, and the far side's UPDATEs. */
export class OutgoingEarlyDialog extends EarlyDialog {
  /** The SDP of an unreliable provisional response: a preview of the answer. */
  #preview: string | null = null;
  readonly #order = new ReliableOrder();

  constructor(
    core: Core,
    dialog: DialogRecord,
    side: DialogSide,
    readonly audio: AudioSession,
    private readonly onAudio: (audio: RemoteAudio) => void,
  ) {
    super(core, dialog, side);
  }

  get preview(): string | null {
    return this.#preview;
  }

  /** Acknowledges a reliable response. @returns what may be passed on now, in order */
  accept(response: SipResponse): readonly SipResponse[] {
    const rseq = this.side.peer.prack === false ? null : rseqOf(response);
    if (rseq === null) {
      this.#preview = sdpOf(response) ?? this.#preview;
      return [response];
    }
    const released = this.#order.receive(rseq, response);
    for (const [number, own] of released) {
      this.#acknowledge(number, own);
      const sdp = sdpOf(own);
      // The first description is the answer to our offer, later ones repeat it (RFC 3261 section 13.2.1).
      if (sdp !== null && this.audio.remote === null) this.audio.accept(sdp);
    }
    return released.map(([, own]) => own);
  }

  #acknowledge(rseq: number, response: SipResponse): void {
    const { core, side } = this;
    const rack = `${rseq} ${response.headers.get('cseq') ?? ''}`;
    const next = (): number => {
      this.dialog = { ...this.dialog, localCseq: this.dialog.localCseq + 1 };
      return this.dialog.localCseq;
    };
    // Counted now: a session may follow before the flow is known.
    let cseq: number | null = next();
    const make = (): SipRequest => {
      const request = requestInDialog(this.dialog, 'PRACK', cseq ?? next());
      cseq = null;
      request.headers.add('rack', rack);
      return request;
    };
    core.spawn('a PRACK', async () => {
      const flow = await core.flowOf(this.dialog);
      // A refused PRACK does not end the call.
      await core.request(make, { target: this.dialog.peer, peer: side.peer }, flow);
    });
  }

  protected override serve(request: SipRequest, transaction: ServerTransaction): void {
    const respond = (status: number): void => transaction.respond(responseTo(request, status));
    if (request.method !== 'UPDATE') {
      respond(481);
      return;
    }
    const offer = sdpOf(request);
    if (offer !== null && this.audio.remote === null) {
      respond(491);
      return;
    }
    const sdp = offer === null ? null : this.audio.answer(offer);
    if (offer !== null && sdp === null) {
      respond(488);
      return;
    }
    this.retarget(request);
    answerUpdate(this.core, this.side, transaction, sdp);
    const { remote } = this.audio;
    if (sdp !== null && remote !== null) this.onAudio(remote);
  }
}
