import { sameAudio } from '../domain/audio';
import { contactOf } from '../domain/dialog';
import { q850Of } from '../domain/header-values';
import { INFO_TYPES, parseInfoDtmf } from '../domain/info-dtmf';
import { type SipRequest, cseqOf, responseTo } from '../domain/message';
import type { HeaderField } from '../domain/headers';
import { answeredTimer } from '../domain/session-expires';
import { sdpOf } from '../domain/uas-rules';
import type { Core } from './core';
import { answerUpdate } from './dialogs/update-answer';
import { DIALOG_LIMITS, RateLimit } from './limits';
import { ReliableAnswer } from './reliable-answer';
import type { ServerTransaction } from './server-transaction';
import type { SessionOwner } from './session-types';
import { responseCapabilities } from './settings';

interface Awaited {
  readonly cseq: number;
  readonly source: string;
  readonly answer: ReliableAnswer;
  /** Our 2xx had the offer: the ACK has the answer. */
  readonly offered: boolean;
  readonly initial: boolean;
}

/** Handles the far side's requests within a session. */
export class SessionServer {
  #awaited: Awaited | null = null;
  readonly #limit: RateLimit;
  /** Called at the ACK, before which no BYE may be sent (RFC 3261 section 15). */
  readonly #settling: (() => void)[] = [];

  constructor(
    private readonly core: Core,
    private readonly session: SessionOwner,
  ) {
    this.#limit = new RateLimit(() => core.runtime.timers.now(), DIALOG_LIMITS);
  }

  admits(): boolean {
    return this.#limit.consume('');
  }

  receive(request: SipRequest, transaction: ServerTransaction): void {
    const respond = (status: number, headers: readonly HeaderField[] = []): void =>
      transaction.respond(responseTo(request, status, { headers }));
    if (this.session.ended) {
      respond(request.method === 'BYE' ? 200 : 481);
      if (request.method === 'BYE') this.close();
    } else if (!this.session.inOrder(transaction)) respond(500);
    else if (request.method === 'BYE') {
      respond(200);
      const q850 = q850Of(request.headers.list('reason'))?.cause ?? null;
      this.session.end({ by: 'remote', why: 'bye', q850 });
    } else if (request.method === 'OPTIONS') respond(200, responseCapabilities(this.session.peer));
    else if (request.method === 'INFO') this.#info(request, respond);
    else if (request.method === 'INVITE') this.#invite(request, transaction, respond);
    else if (request.method === 'UPDATE') this.#update(request, transaction, respond);
    else if (request.method === 'PRACK') respond(this.session.acknowledgesRinging(request) ? 200 : 481);
    else respond(481);
  }

  #info(request: SipRequest, respond: (status: number, headers?: readonly HeaderField[]) => void): void {
    const type = request.headers.get('content-type') ?? '';
    const dtmf = parseInfoDtmf(type, request.body);
    if (dtmf === null && request.body !== '') {
      respond(415, [['accept', INFO_TYPES]]);
      return;
    }
    respond(200);
    if (dtmf) this.core.guard('dtmf', () => this.session.handlers.dtmf?.(dtmf.key, dtmf.ms));
  }

  /** Answers a re-INVITE for SIP hold, to resume, or to move the audio. */
  #invite(request: SipRequest, transaction: ServerTransaction, respond: (status: number) => void): void {
    // The far side has our 2xx, so its ACK was lost or overtaken (RFC 5407), unless the ACK must have an answer.
    if (this.session.reinviting || this.#awaited?.offered) {
      respond(491);
      return;
    }
    this.#confirm();
    const offer = sdpOf(request);
    const before = this.session.remoteAudio;
    const sdp = offer === null ? this.session.audio.offer() : this.session.audio.answer(offer);
    if (sdp === null) {
      respond(488);
      return;
    }
    this.session.retarget(contactOf(request));
    this.answer(transaction, sdp, offer === null, false);
    const now = this.session.remoteAudio;
    if (offer !== null && now !== null && !sameAudio(before, now)) this.session.onAgreed(now);
  }

  /** RFC 3311: refreshes the target and the session timer; its offer follows the rules of a re-INVITE. */
  #update(request: SipRequest, transaction: ServerTransaction, respond: (status: number) => void): void {
    const { session } = this;
    const offer = sdpOf(request);
    if (offer !== null && (session.reinviting || this.#awaited?.offered)) {
      respond(491);
      return;
    }
    const before = session.remoteAudio;
    const sdp = offer === null ? null : session.audio.answer(offer);
    if (offer !== null && sdp === null) {
      respond(488);
      return;
    }
    session.retarget(contactOf(request));
    const timer = answeredTimer(request.headers);
    answerUpdate(this.core, session, transaction, sdp, timer?.lines);
    session.onRefreshed(timer?.terms ?? null);
    const now = session.remoteAudio;
    if (sdp !== null && now !== null && !sameAudio(before, now)) session.onAgreed(now);
  }

  /** `offered`: the 2xx has our offer; `initial`: it sets the session up. */
  answer(transaction: ServerTransaction, sdp: string, offered: boolean, initial: boolean): void {
    const { core, session } = this;
    const { request, flow } = transaction;
    const timer = answeredTimer(request.headers);
    const headers: HeaderField[] = [
      ...request.headers.lines('record-route').map((route): HeaderField => ['record-route', route]),
      ['contact', core.contact(flow, session.peer, session.contact)],
      ...responseCapabilities(session.peer),
      ...(timer?.lines ?? []),
      ['content-type', 'application/sdp'],
    ];
    const response = responseTo(request, 200, { tag: session.record.localTag, headers, body: sdp });
    const unacknowledged = (): void => {
      this.#settle();
      if (session.end({ by: 'failure', why: 'no_ack', q850: null })) void session.bye();
    };
    const { runtime, settings } = core;
    const answer = new ReliableAnswer(transaction, response, runtime.timers, settings.times, unacknowledged);
    const source = flow.remote.address;
    this.#awaited = { cseq: cseqOf(request)?.number ?? 0, source, answer, offered, initial };
    session.onRefreshed(timer?.terms ?? null);
  }

  awaitsAckFrom(address: string): boolean {
    return this.#awaited?.source === address;
  }

  onAck(ack: SipRequest): void {
    const awaited = this.#awaited;
    if (awaited?.cseq !== cseqOf(ack)?.number || awaited === null) return;
    if (this.session.ended || !awaited.offered) {
      this.#confirm();
      return;
    }
    const before = this.session.remoteAudio;
    const sdp = sdpOf(ack) ?? '';
    const audio = this.session.audio.accept(sdp);
    if (audio === null) {
      const why = this.session.audio.problemOf(sdp);
      if (this.session.end({ by: 'failure', why, q850: null })) void this.session.bye();
      return;
    }
    if (!sameAudio(before, audio)) this.session.onAgreed(audio);
    this.#confirm();
  }

  #confirm(): void {
    const initial = this.#awaited?.initial ?? false;
    this.#settle();
    if (initial && !this.session.ended)
      this.core.guard('confirmed', () => this.session.handlers.onConfirmed?.());
  }

  /** Resolves when no 2xx of ours awaits its ACK; null when none does. */
  waitUntilSettled(): Promise<void> | null {
    if (this.#awaited === null) return null;
    return new Promise((resolve) => this.#settling.push(resolve));
  }

  close(): void {
    this.#settle();
  }

  #settle(): void {
    this.#awaited?.answer.acknowledge();
    this.#awaited = null;
    for (const resolve of this.#settling.splice(0)) resolve();
  }
}
