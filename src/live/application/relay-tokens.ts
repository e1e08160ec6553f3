import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { LinkSigner } from '../../platform/link-signer';
import type { LiveSubject } from '../infrastructure/ticket.repository';
import type { LiveVisitor } from './live-host';

const LIFETIME_MS = 10_000;
const NONCE_BYTES = 16;
/** Signatures of other links are no tokens. */
const PURPOSE = 'live';
const MAX_LENGTH = 4_096;

interface RelayPass extends LiveVisitor {
  readonly subjectKind: LiveSubject;
}

/** Signs and redeems the passes with which one process relays a page to another. Each works once. */
@Injectable()
export class RelayTokens {
  readonly #used = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly signer: LinkSigner,
  ) {}

  sign(pass: RelayPass): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const expiresMs = this.clock.nowMs() + LIFETIME_MS;
    const text = Buffer.from(JSON.stringify({ ...pass, nonce, expiresMs })).toString('base64url');
    return `${text}.${this.signer.sign(`${PURPOSE}.${text}`)}`;
  }

  /** null: not signed by us, too old, or used. */
  redeem(token: string): RelayPass | null {
    if (token.length > MAX_LENGTH) return null;
    const [text = '', signature = ''] = token.split('.', 2);
    if (!this.signer.isSigned(`${PURPOSE}.${text}`, signature)) return null;
    const signed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as RelayPass & {
      readonly nonce: string;
      readonly expiresMs: number;
    };
    const nowMs = this.clock.nowMs();
    this.#forget(nowMs);
    if (signed.expiresMs <= nowMs || this.#used.has(signed.nonce)) return null;
    this.#used.set(signed.nonce, signed.expiresMs);
    const { subjectKind, id, sessionId, resume, person } = signed;
    return { subjectKind, id, sessionId, resume, person };
  }

  #forget(nowMs: number): void {
    for (const [nonce, expiresMs] of this.#used) if (expiresMs <= nowMs) this.#used.delete(nonce);
  }
}
