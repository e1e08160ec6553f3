import { parseVia, tagOf } from '../../domain/header-values';
import { type SipRequest, cseqOf, responseTo } from '../../domain/message';
import type { Flow } from '../../domain/ports';
import type { Core } from '../core';
import type { DigestVerdict } from './digest-challenger';

/**
 * Challenges INVITEs once, without a transaction (RFC 3261 section 26.3.2.4): a forged source gets no retransmissions,
 * and a flood occupies no memory. The caller repeats an INVITE whose challenge was lost.
 */
export class StatelessChallenges {
  readonly #secret: string;

  constructor(private readonly core: Core) {
    this.#secret = core.runtime.randomHex(16);
  }

  send(request: SipRequest, flow: Flow, { status, headers }: DigestVerdict & { kind: 'refused' }): void {
    this.core.send(responseTo(request, status, { tag: this.#tagOf(request), headers }), flow);
  }

  /** Whether an ACK is for one of these challenges. */
  isAcknowledgedBy(ack: SipRequest): boolean {
    return tagOf(ack.headers.get('to')) === this.#tagOf(ack);
  }

  /** The same for each repetition of an INVITE and for its ACK (RFC 3261 section 8.2.7). */
  #tagOf(request: SipRequest): string {
    const { headers } = request;
    const branch = parseVia(headers.list('via')[0] ?? '')?.params.get('branch') ?? '';
    const parts = [branch, headers.get('call-id'), tagOf(headers.get('from')), cseqOf(request)?.number];
    return this.core.runtime.hash('SHA-256', `${this.#secret}\n${parts.join('\n')}`).slice(0, 16);
  }
}
