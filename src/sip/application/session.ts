import type { RemoteAudio } from '../domain/audio';
import type { AudioSession } from '../domain/audio-session';
import { followPhone, type PhoneMove } from '../domain/bindings';
import { type DialogRecord, dialogKey, endsDialog, followSource, requestInDialog } from '../domain/dialog';
import { infoDtmf } from '../domain/info-dtmf';
import { type SipRequest, type SipResponse, cseqOf } from '../domain/message';
import type { Direction } from '../domain/sdp';
import type { HeaderField } from '../domain/headers';
import { agreedTimer, type SessionTerms, type TimerOffer } from '../domain/session-expires';
import type { Core, RequestOutcome } from './core';
import type { DialogUser } from './dialog-user';
import { SessionRefresh } from './dialogs/session-refresh';
import { NextHopSources } from './next-hop-sources';
import { type ReinviteOutcome, reinvite } from './reinvite';
import type { ServerTransaction } from './server-transaction';
import { SessionServer } from './session-server';
import type { SessionEnd, SessionHandlers, SessionOwner } from './session-types';
import type { PeerSettings } from './settings';

export interface SessionOptions {
  readonly dialog: DialogRecord;
  readonly audio: AudioSession;
  readonly peer: PeerSettings;
  readonly contact: string;
  /** Whether a PRACK is for our 180, which may be answered after the 200. Absent: no PRACK is. */
  readonly acknowledgesRinging?: (prack: SipRequest) => boolean;
}

export class Session implements DialogUser, SessionOwner {
  handlers: SessionHandlers = {};
  readonly audio: AudioSession;
  readonly peer: PeerSettings;
  readonly contact: string;
  #dialog: DialogRecord;
  #end: SessionEnd | null = null;
  #reinviting = false;
  #refreshing: Promise<unknown> | null = null;
  readonly acknowledgesRinging: (prack: SipRequest) => boolean;
  readonly #refresh: SessionRefresh;
  readonly #key: string;
  readonly #server: SessionServer;
  readonly #nextHop: NextHopSources;

  constructor(
    readonly core: Core,
    { dialog, audio, peer, contact, acknowledgesRinging = () => false }: SessionOptions,
  ) {
    this.#dialog = dialog;
    this.audio = audio;
    this.peer = peer;
    this.contact = contact;
    this.#key = dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag);
    this.acknowledgesRinging = acknowledgesRinging;
    this.#refresh = new SessionRefresh(core, this);
    this.#server = new SessionServer(core, this);
    this.#nextHop = new NextHopSources(core);
    this.#nextHop.update(dialog);
    core.sessions.set(this.#key, this);
  }

  /** Lets another process hang up. */
  get record(): DialogRecord {
    return this.#dialog;
  }

  /** `null`: an offer of ours is not answered. */
  get remoteAudio(): RemoteAudio | null {
    return this.audio.remote;
  }

  get ended(): boolean {
    return this.#end !== null;
  }

  get reinviting(): boolean {
    return this.#reinviting;
  }

  /** Notified at once if the call has already ended. */
  listen(handlers: SessionHandlers): void {
    this.handlers = handlers;
    const end = this.#end;
    if (end) this.core.guard('onEnded', () => handlers.onEnded?.(end));
  }

  /** Sends BYE, after the ACK if that is still missing. Resolves when BYE is answered or timed out; never rejects. */
  async hangUp(): Promise<void> {
    if (!this.end({ by: 'local', why: 'bye', q850: null })) return;
    await this.#server.waitUntilSettled();
    await this.bye();
  }

  /** The dialog stays known until BYE is answered, so that a BYE that crosses ours gets 200. Never rejects. */
  async bye(): Promise<void> {
    await this.request('BYE');
    this.core.sessions.delete(this.#key);
  }

  /** Sends a re-INVITE (SIP hold: sendonly or inactive). Never rejects. */
  async setDirection(direction: Direction): Promise<ReinviteOutcome> {
    if (this.#refreshing !== null) await this.#refreshing;
    if (this.#reinviting || this.ended) return { kind: 'refused', status: 491 };
    const before = this.audio.direction;
    this.audio.wish(direction);
    const outcome = await this.#reinvite(() => this.audio.offer());
    if (outcome.kind !== 'accepted') this.audio.wish(before);
    return outcome;
  }

  /** Sends a re-INVITE that changes nothing. Never rejects. */
  async refresh(): Promise<void> {
    if (this.#reinviting) return;
    this.#refreshing = this.#reinvite(() => this.audio.repeat());
    await this.#refreshing;
    this.#refreshing = null;
  }

  #reinvite(offer: () => string): Promise<ReinviteOutcome> {
    const pending = (is: boolean): void => void (this.#reinviting = is);
    return reinvite(this.core, this, { offer, pending }).finally(() => pending(false));
  }

  timerOffer(): TimerOffer {
    return this.#refresh.offer();
  }

  onRefreshed(terms: SessionTerms | null): void {
    this.#refresh.start(terms);
  }

  /** The 2xx to our INVITE: its session timer, and which methods the far side supports. */
  confirm({ headers }: SipResponse): void {
    this.#refresh.learn(headers);
    this.#refresh.start(agreedTimer(headers));
  }

  onLost(): void {
    if (this.end({ by: 'failure', why: 'gone', q850: null })) void this.bye();
  }

  /** Sends a SIP INFO. Never rejects. */
  async sendDtmf(key: string): Promise<RequestOutcome> {
    const outcome = await this.request('INFO', {
      type: 'application/dtmf-relay',
      text: infoDtmf(key),
    });
    if (outcome.kind === 'response' && endsDialog(outcome.response)) this.onLost();
    return outcome;
  }

  /** Checks that the far side still has the dialog. Never rejects. */
  options(): Promise<RequestOutcome> {
    return this.request('OPTIONS');
  }

  async request(method: string, body?: { type: string; text: string }): Promise<RequestOutcome> {
    const make = (): SipRequest => {
      const request = this.newRequest(method);
      if (body) request.headers.add('content-type', body.type);
      return { ...request, body: body?.text ?? '' };
    };
    try {
      const flow = await this.core.flowOf(this.#dialog);
      return await this.core.request(make, { target: this.#dialog.peer, peer: this.peer }, flow);
    } catch (error) {
      return this.core.unreachable(error);
    }
  }

  newRequest(method: string): SipRequest {
    const localCseq = this.#dialog.localCseq + 1;
    this.#dialog = { ...this.#dialog, localCseq };
    return requestInDialog(this.#dialog, method, localCseq);
  }

  async ack(cseq: number, auth: readonly HeaderField[]): Promise<void> {
    const ack = requestInDialog(this.#dialog, 'ACK', cseq);
    for (const [name, value] of auth) ack.headers.add(name, value);
    try {
      const flow = await this.core.flowOf(this.#dialog);
      this.core.address(ack, flow, { target: this.#dialog.peer, peer: this.peer });
      this.core.send(ack, flow);
    } catch {
      // The 2xx comes again, and so does the ACK.
    }
  }

  /** RFC 3261 section 12.2: target refresh. */
  retarget(remoteTarget: string | null): void {
    if (remoteTarget === null || remoteTarget === this.#dialog.remoteTarget) return;
    this.#dialog = { ...this.#dialog, remoteTarget };
    this.#nextHop.update(this.#dialog);
  }

  /** The peer of the dialog, its next hop, the source of an INVITE without its ACK, and the peer's sources. */
  isSource(address: string): boolean {
    return (
      address === this.#dialog.peer.address ||
      this.#nextHop.has(address) ||
      this.#server.awaitsAckFrom(address) ||
      (this.peer.isSource?.(address) ?? false)
    );
  }

  sourceLookup(): Promise<void> | null {
    return this.#nextHop.settled;
  }

  inOrder({ request, flow }: ServerTransaction): boolean {
    const number = cseqOf(request)?.number ?? 0;
    if (number <= (this.#dialog.remoteCseq ?? -1)) return false;
    this.#dialog = { ...followSource(this.#dialog, flow), remoteCseq: number };
    return true;
  }

  onPhoneMoved(move: PhoneMove): void {
    this.#dialog = followPhone(this.#dialog, move);
  }

  onAnswered(transaction: ServerTransaction, sdp: string, offered: boolean): void {
    this.#refresh.learn(transaction.request.headers);
    this.#server.answer(transaction, sdp, offered, true);
  }

  receive(request: SipRequest, transaction: ServerTransaction): void {
    this.#server.receive(request, transaction);
  }

  receiveAck(ack: SipRequest): void {
    this.#server.onAck(ack);
  }

  admits(): boolean {
    return this.#server.admits();
  }

  onAgreed(audio: RemoteAudio): void {
    this.core.guard('audio', () => this.handlers.audio?.(audio));
  }

  end(end: SessionEnd): boolean {
    if (this.#end !== null) return false;
    this.#end = end;
    this.#refresh.stop();
    if (end.by !== 'local') this.#server.close();
    if (end.by === 'remote') this.core.sessions.delete(this.#key);
    this.core.guard('onEnded', () => this.handlers.onEnded?.(end));
    return true;
  }
}
