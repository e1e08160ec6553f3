import { Injectable } from '@nestjs/common';
import { Clock } from '../clock';
import { PublicOrigin } from '../http/public-origin';
import { LinkSigner } from '../link-signer';
import { DAY_MS } from '../kernel/time/durations';

const LINK_LIFETIME_MS = DAY_MS;

/** Id, expiry in milliseconds (base 36), signature. */
const FORM = /^([a-z]+_[0-9a-z]+)\.([0-9a-z]{1,10})\.([\w-]{43})$/;

export interface RecordingLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Creates and verifies signed links to recordings. Everyone with a link may listen. */
@Injectable()
export class RecordingLinks {
  constructor(
    private readonly clock: Clock,
    private readonly signer: LinkSigner,
    private readonly origin: PublicOrigin,
  ) {}

  to(id: string): RecordingLink {
    const expiresMs = this.clock.nowMs() + LINK_LIFETIME_MS;
    const text = `${id}.${expiresMs.toString(36)}`;
    return {
      url: `${this.origin.value}/recordings/${text}.${this.signer.sign(text)}`,
      expiresAt: new Date(expiresMs),
    };
  }

  /** Null for an invalid or expired link. */
  idOf(segment: string): string | null {
    const [, id, expiry, signature] = FORM.exec(segment) ?? [];
    if (id === undefined || expiry === undefined || signature === undefined) return null;
    if (!this.signer.isSigned(`${id}.${expiry}`, signature)) return null;
    return parseInt(expiry, 36) > this.clock.nowMs() ? id : null;
  }
}
