import { Injectable } from '@nestjs/common';
import { hashToken, isTokenForm, newToken } from '../../platform/tokens';
import { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import { PublicOrigin } from '../../platform/http/public-origin';
import { CONSOLE } from '../../platform/http/page-files';
import { LINK_LIFETIMES_MS, type LinkKind, MAX_REFUSALS } from '../domain/one-time-link';
import { LinkRepository } from '../infrastructure/link.repository';
import type { LinkState } from '../infrastructure/link.schema';

export interface NewLink {
  readonly kind: LinkKind;
  readonly loginId: string | null;
  readonly accountId: string | null;
}

export interface MadeLink {
  readonly id: string;
  readonly url: string;
  readonly path: string;
  readonly expiresAt: Date;
}

/** Makes and checks one-time links. Only the hash of a token is stored. */
@Injectable()
export class LoginLinks {
  constructor(
    private readonly clock: Clock,
    private readonly origin: PublicOrigin,
    private readonly links: LinkRepository,
  ) {}

  /** Ends the older link of its kind and login. `token` is that of another link to share. */
  async make({ kind, loginId, accountId }: NewLink, token: string = newToken()): Promise<MadeLink> {
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LINK_LIFETIMES_MS[kind]);
    const id = newId('link');
    const link = { id, kind, loginId, accountId, tokenHash: hashToken(token), createdAt: now, expiresAt };
    await this.links.put(link);
    const path = `${CONSOLE}/${kind === 'setup' ? 'setup' : 'link'}#${token}`;
    return { id, path, url: this.origin.value + path, expiresAt };
  }

  /** Null for any text but a working link. Finding a link does not use it up. */
  async find(token: string): Promise<LinkState | null> {
    return isTokenForm(token) ? this.links.find(hashToken(token), this.clock.now()) : null;
  }

  /** False when it does not work any more. */
  useUp(token: string): Promise<boolean> {
    return this.links.useUp(hashToken(token), this.clock.now());
  }

  /** Five refused attempts end the link. */
  refuse(link: LinkState): Promise<void> {
    return this.links.refuse(link.id, MAX_REFUSALS);
  }

  end(loginId: string, kind: LinkKind | null): Promise<void> {
    return this.links.end(loginId, kind);
  }

  endSetup(): Promise<void> {
    return this.links.endSetup();
  }

  forgetExpired(): Promise<number> {
    return this.links.forget(this.clock.now());
  }
}
