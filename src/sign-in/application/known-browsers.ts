import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { LinkSigner } from '../../platform/link-signer';
import type { OpenedSession } from './sessions';
import type { KnownBrowser } from './visitor';
import { DAY_MS } from '../../platform/kernel/time/durations';

export const KNOWN_FOR_MS = 90 * DAY_MS;

const MAX_LOGINS = 5;
const ID_BYTES = 12;

/** Reads and writes the cookie of a known browser: `ID.EXPIRY.LOGINS.SIGNATURE`, a login being `ID:VERSION`. */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly signer: LinkSigner,
    private readonly clock: Clock,
  ) {}

  read(cookie: string): KnownBrowser | null {
    const [id = '', expiry = '', logins = '', signature = '', ...more] = cookie.split('.');
    if (more.length > 0 || !this.signer.isSigned(sign(id, expiry, logins), signature)) return null;
    if (Number(expiry) * 1_000 <= this.clock.nowMs()) return null;
    return { id, logins: new Map(logins.split('~').map(loginOf)) };
  }

  write(known: KnownBrowser | null, { loginId, passwordVersion }: OpenedSession): string {
    const id = known?.id ?? randomBytes(ID_BYTES).toString('base64url');
    const others = [...(known?.logins ?? [])].filter(([other]) => other !== loginId);
    const logins = [[loginId, passwordVersion], ...others]
      .slice(0, MAX_LOGINS)
      .map((login) => login.join(':'))
      .join('~');
    const expiry = String(Math.floor((this.clock.nowMs() + KNOWN_FOR_MS) / 1_000));
    return [id, expiry, logins, this.signer.sign(sign(id, expiry, logins))].join('.');
  }
}

function loginOf(text: string): [string, string] {
  const [id = '', version = ''] = text.split(':');
  return [id, version];
}

function sign(id: string, expiry: string, logins: string): string {
  return `console browser ${id} ${expiry} ${logins}`;
}
