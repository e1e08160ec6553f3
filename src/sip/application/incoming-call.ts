import type { LocalAudio } from '../domain/audio';
import { AudioSession } from '../domain/audio-session';
import { type DialogRecord, dialogOfRequest } from '../domain/dialog';
import { type NameAddr, parseNameAddr } from '../domain/header-values';
import { type SipRequest, responseTo, writeMessage } from '../domain/message';
import { parseSdp } from '../domain/sdp';
import type { Cancel, Endpoint, TransportName } from '../domain/ports';
import type { HeaderField } from '../domain/headers';
import { textOf } from '../domain/scanner';
import { offersAudio, sdpOf } from '../domain/uas-rules';
import type { Core } from './core';
import { IncomingEarlyDialog } from './dialogs/incoming-early-dialog';
import type { ServerTransaction } from './server-transaction';
import { Session } from './session';
import type { SessionHandlers } from './session-types';
import { type PeerSettings, responseCapabilities } from './settings';

/** An unanswered call counts as abandoned after this time. */
const MAX_RINGING_MS = 180_000;

export interface AnswerOptions {
  readonly audio: Omit<LocalAudio, 'address'>;
  readonly peer: PeerSettings;
  readonly contact: string;
  readonly handlers?: SessionHandlers;
}

/** A received call. The caller waits until `answer` or `reject`. */
export class IncomingCall {
  readonly callId: string;
  readonly requestUri: string;
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly source: Endpoint;
  readonly transport: TransportName;
  /** Ours, in To of each response but 100. */
  readonly tag: string;
  #onCanceled: (() => void) | null = null;
  #onLateCancel: (() => void) | null = null;
  #canceled = false;
  #early: IncomingEarlyDialog | null = null;
  readonly #timeout: Cancel;

  constructor(
    private readonly core: Core,
    private readonly transaction: ServerTransaction,
    /** The registered user whose password it proved; null: a peer by its address. */
    readonly user: string | null = null,
  ) {
    const { request, flow } = transaction;
    const { headers } = request;
    const nobody = { display: '', uri: 'sip:anonymous@anonymous.invalid', params: new Map<string, null>() };
    this.callId = headers.get('call-id') ?? '';
    this.requestUri = request.uri;
    this.from = parseNameAddr(headers.get('from') ?? '') ?? nobody;
    this.to = parseNameAddr(headers.get('to') ?? '') ?? nobody;
    this.source = flow.remote;
    this.transport = flow.transport;
    this.tag = core.newTag();
    this.#respond(100);
    // A caller that vanished sends no CANCEL.
    this.#timeout = core.runtime.timers.after(MAX_RINGING_MS, () => this.#giveUp(480));
  }

  get text(): string {
    return textOf(writeMessage(this.request));
  }

  get request(): SipRequest {
    return this.transaction.request;
  }

  /** P-Asserted-Identity, SIP URIs first (RFC 3325 has two at most: sip and tel). */
  get identities(): NameAddr[] {
    const all = this.request.headers.list('p-asserted-identity').flatMap((text) => parseNameAddr(text) ?? []);
    const isSip = ({ uri }: NameAddr): boolean => /^sips?:/i.test(uri);
    return [...all.filter(isSip), ...all.filter((own) => !isSip(own))];
  }

  get privacy(): string[] {
    const values = this.request.headers.lines('privacy').flatMap((line) => line.split(/[;,]/));
    return values.map((value) => value.trim().toLowerCase()).filter((value) => value !== '');
  }

  get pending(): boolean {
    return !this.#canceled && this.transaction.pending;
  }

  /** An INVITE without an offer gets ours, of either kind. Keys are sent over TLS alone. */
  offersAudio(isEncrypted: boolean): boolean {
    if (isEncrypted && this.transport !== 'tls') return false;
    const offer = sdpOf(this.request);
    const sdp = offer === null ? null : parseSdp(offer);
    return offer === null || (sdp !== null && offersAudio(sdp, isEncrypted));
  }

  /** The caller canceled or hung up before our answer, or was not answered for 3 minutes. */
  onCanceled(listener: () => void): void {
    this.#onCanceled = listener;
    if (this.#canceled) this.core.guard('canceled', listener);
  }

  /** A CANCEL crossed our answer: the caller hangs up next, or has done so. */
  onLateCancel(listener: () => void): void {
    this.#onLateCancel = listener;
  }

  /** The record with which another process hangs up after a crash; null when the request has no usable Contact. */
  dialog(peer: PeerSettings): DialogRecord | null {
    const { request, flow } = this.transaction;
    // A connection of ours is found by the demands that opened it.
    const tls = flow.tls ?? peer.tls;
    const isTls = flow.transport === 'tls' && tls !== undefined;
    const remote = { transport: flow.transport, ...flow.remote, ...(isTls && { tls }) };
    if (this.user === null) return dialogOfRequest(request, this.tag, remote);
    const registered = { contact: request.uri, user: this.user };
    return dialogOfRequest(request, this.tag, { ...remote, registered });
  }

  ring({ peer, contact }: Pick<AnswerOptions, 'peer' | 'contact'>): void {
    if (!this.pending) return;
    const { core, request } = this;
    const isReliable = request.headers.list('require').some((name) => name.toLowerCase() === '100rel');
    // A reliable 180 would have to carry our offer (RFC 3262 section 5).
    if (isReliable && sdpOf(request) === null) return;
    const dialog = this.#early === null ? this.dialog(peer) : null;
    if (dialog !== null) {
      const send = (lines: readonly HeaderField[]): void => this.#respond(180, lines);
      const [timedOut, hungUp] = [() => this.#giveUp(504), () => this.#giveUp(487)];
      const call = { invite: request, send, timedOut, hungUp };
      this.#early = new IncomingEarlyDialog(core, dialog, { peer, contact }, call);
    }
    const own = core.contact(this.transaction.flow, peer, contact);
    const lines: HeaderField[] = [['contact', own], ...responseCapabilities(peer)];
    if (isReliable) this.#early?.ringReliably(lines);
    else this.#respond(180, lines);
  }

  /**
   * Sends 200 until its ACK. Null when the caller has canceled or was answered, or the offer has no audio for us, or our
   * key would be sent without TLS (488).
   */
  answer({ audio: local, peer, contact, handlers = {} }: AnswerOptions): Session | null {
    if (!this.pending) return null;
    const { core, transaction } = this;
    const { request, flow } = transaction;
    const dialog = this.dialog(peer);
    if (dialog === null) {
      this.reject(400, { reason: 'Contact is missing' });
      return null;
    }
    const { address } = core.here(flow, peer);
    const audio = new AudioSession({ ...local, address }, Math.floor(core.runtime.random() * 2 ** 31));
    const offer = sdpOf(request);
    const sdp = offer === null ? audio.offer() : audio.answer(offer);
    if (sdp === null || (local.srtpKey !== undefined && this.transport !== 'tls')) {
      this.reject(488);
      return null;
    }
    this.#timeout();
    const early = this.#early;
    early?.close();
    const { remoteTarget, remoteCseq } = early?.record ?? dialog;
    const session = new Session(core, {
      dialog: { ...dialog, remoteTarget, remoteCseq },
      audio,
      peer,
      contact,
      acknowledgesRinging: (prack) => early?.acknowledges(prack) ?? false,
    });
    session.listen(handlers);
    session.onAnswered(transaction, sdp, offer === null);
    return session;
  }

  reject(
    status: number,
    { reason, headers = [] }: { reason?: string; headers?: readonly HeaderField[] } = {},
  ): void {
    if (this.pending) this.#respond(status, headers, reason);
  }

  cancel(): void {
    const listener = this.#onLateCancel;
    if (this.pending) this.#giveUp(487);
    else if (listener && !this.#canceled) this.core.guard('canceled late', listener);
  }

  #giveUp(status: number): void {
    if (!this.pending) return;
    this.#respond(status);
    this.#canceled = true;
    const listener = this.#onCanceled;
    if (listener) this.core.guard('canceled', listener);
  }

  #respond(status: number, headers: readonly HeaderField[] = [], reason?: string): void {
    if (status >= 200) {
      this.#timeout();
      this.#early?.close();
    }
    const { request } = this.transaction;
    const routes = request.headers.lines('record-route').map((route): HeaderField => ['record-route', route]);
    const tagged = status > 100 ? { tag: this.tag } : {};
    const inDialog = status > 100 && status < 200 ? routes : [];
    this.transaction.respond(
      responseTo(request, status, {
        ...tagged,
        ...(reason === undefined ? {} : { reason }),
        headers: [...inDialog, ...headers],
      }),
    );
  }
}
