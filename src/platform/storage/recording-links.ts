import { Injectable } from '@nestjs/common';
import { Clock } from '../clock';
import { PublicOrigin } from '../http/public-origin';
import { LinkSigner } from '../link-signer';

/** "a signed link of the service (…, below `/recordings/`, valid 24 h …)" */
const VALID_MS = 24 * 3_600_000;

/** The id, the expiry in milliseconds (base 36), the signature. */
const FORM = /^([a-z]+_[0-9a-z]+)\.([0-9a-z]{1,10})\.([\w-]{43})$/;

/** A link to a recording, with the instant from which it no longer works. */
export interface RecordingLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Makes and judges links to recordings: whoever has one may listen, and nobody can make one up. */
@Injectable()
export class RecordingLinks {
  constructor(
    private readonly clock: Clock,
    private readonly signer: LinkSigner,
    private readonly origin: PublicOrigin,
  ) {}

  /** A fresh link to the recording of `id`. */
  to(id: string): RecordingLink {
    const expiresMs = this.clock.nowMs() + VALID_MS;
    const text = `${id}.${expiresMs.toString(36)}`;
    return {
      url: `${this.origin.value}/recordings/${text}.${this.signer.sign(text)}`,
      expiresAt: new Date(expiresMs),
    };
  }

  /** The id that a link's last segment stands for; null for a bad or an old one. */
  idOf(segment: string): string | null {
    const [, id, expiry, signature] = FORM.exec(segment) ?? [];
    if (id === undefined || expiry === undefined || signature === undefined) return null;
    if (!this.signer.isSigned(`${id}.${expiry}`, signature)) return null;
    return parseInt(expiry, 36) > this.clock.nowMs() ? id : null;
  }
}
