import {
  type DialogRecord,
  type InviteRecord,
  cancelOf,
  dialogOfResponse,
  requestInDialog,
} from '../domain/dialog';
import { tagOf } from '../domain/header-values';
import { type SipResponse, cseqOf } from '../domain/message';
import type { Core, RequestOutcome } from './core';
import type { PeerSettings } from './settings';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

/** How long INVITEs that ended without an answer are remembered. */
const RETENTION_MS = 10 * MINUTE_MS;
const MAX_REMEMBERED = 5_000;

interface GivenUp {
  readonly invite: InviteRecord;
  readonly peer: PeerSettings;
  readonly until: number;
  /** An 18x gets no CANCEL: one was sent, or the INVITE had its final response. */
  closed: boolean;
  /** The step from the INVITE's CSeq to that of a BYE: above it where PRACKs were sent. */
  step: number;
  readonly ended: Set<string>;
}

/**
 * Handles responses of a second fork, or after our CANCEL: an 18x gets CANCEL, a 2xx ACK and BYE, a repeated 2xx ACK.
 */
export class UnexpectedResponses {
  readonly #givenUp = new Map<string, GivenUp>();

  constructor(private readonly core: Core) {}

  /** A late 18x is ignored then, and a 2xx of another fork gets ACK and BYE. */
  rememberFinal(invite: InviteRecord, peer: PeerSettings, step = 1): void {
    this.remember(invite, peer, step).closed = true;
  }

  /** The 2xx with this tag is the accepted one: a retransmission gets only an ACK. */
  accept(invite: InviteRecord, peer: PeerSettings, tag: string): void {
    this.remember(invite, peer).ended.add(tag);
  }

  remember(invite: InviteRecord, peer: PeerSettings, step = 1): GivenUp {
    const now = this.core.runtime.timers.now();
    const key = `${invite.callId}\n${invite.branch}`;
    const entry = this.#givenUp.get(key) ?? {
      invite,
      peer,
      until: now + RETENTION_MS,
      closed: false,
      step,
      ended: new Set(),
    };
    entry.step = Math.max(entry.step, step);
    this.#givenUp.delete(key);
    this.#givenUp.set(key, entry);
    for (const [oldest, { until }] of this.#givenUp) {
      if (until > now && this.#givenUp.size <= MAX_REMEMBERED) break;
      this.#givenUp.delete(oldest);
    }
    return entry;
  }

  knows(callId: string, branch: string): boolean {
    return this.#givenUp.has(`${callId}\n${branch}`);
  }

  /** @param response 1xx but 100, or 2xx */
  handle(callId: string, branch: string, response: SipResponse): boolean {
    const entry = this.#givenUp.get(`${callId}\n${branch}`);
    if (entry === undefined || entry.until <= this.core.runtime.timers.now()) return false;
    if (response.status >= 200) void this.#end(entry, response);
    else if (!entry.closed) {
      entry.closed = true;
      void this.cancel(entry.invite);
    }
    return true;
  }

  /** Sends ACK and BYE into the dialog that an unwanted 2xx created. */
  dispose(invite: InviteRecord, peer: PeerSettings, response: SipResponse): void {
    void this.#end(this.remember(invite, peer), response);
  }

  cancel(invite: InviteRecord): Promise<RequestOutcome> {
    return this.core.cancel(cancelOf(invite), invite.target);
  }

  async #end({ invite, peer, ended, step }: GivenUp, response: SipResponse): Promise<void> {
    const dialog = dialogOfResponse(invite, response);
    if (dialog === null || ended.size >= 64) return;
    try {
      const flow = await this.core.flowOf(dialog);
      const ack = requestInDialog(dialog, 'ACK', cseqOf(response)?.number ?? invite.cseq);
      this.core.address(ack, flow, { target: invite.target, peer });
      this.core.send(ack, flow);
    } catch {
      // The far side repeats its 2xx, which triggers the next try.
      return;
    }
    const tag = tagOf(response.headers.get('to')) ?? '';
    if (ended.has(tag)) return;
    ended.add(tag);
    await this.bye(dialog, peer, step);
  }

  /** Adds `step` to the last known CSeq. Never rejects. */
  async bye(dialog: DialogRecord, peer: PeerSettings, step: number): Promise<RequestOutcome> {
    let cseq = dialog.localCseq + step;
    try {
      const flow = await this.core.flowOf(dialog);
      const make = () => requestInDialog(dialog, 'BYE', cseq++);
      return await this.core.request(make, { target: dialog.peer, peer }, flow);
    } catch (error) {
      return this.core.unreachable(error);
    }
  }
}
