import { Injectable } from '@nestjs/common';
import { hashToken, isTokenForm, newToken } from '../../platform/tokens';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { browserName } from '../domain/browser-name';
import { MAX_SESSIONS, SESSION_AGES } from '../domain/session';
import { PasswordRepository } from '../infrastructure/password.repository';
import { type SessionInUse, SessionRepository } from '../infrastructure/session.repository';
import type { SessionState } from '../infrastructure/session.schema';
import type { Visitor } from './visitor';

/** The token is only here. */
export interface OpenedSession {
  readonly id: string;
  readonly loginId: string;
  readonly token: string;
  /** The version of the login's current password; empty without a password. */
  readonly passwordVersion: string;
}

/** Opens, finds and ends sessions of logins. Only the hash of a token is stored. */
@Injectable()
export class Sessions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly sessions: SessionRepository,
    private readonly passwords: PasswordRepository,
  ) {}

  /** Never with a token that a browser sent before. */
  async open(
    loginId: string,
    { address, userAgent }: Pick<Visitor, 'address' | 'userAgent'>,
  ): Promise<OpenedSession> {
    const token = newToken();
    const id = newId('ses');
    const passwordVersion = await this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const times = { signedInAt: now, confirmedAt: now, lastUsedAt: now };
      const session = { id, loginId, address, browser: browserName(userAgent), ...times };
      await this.sessions.insert(session, hashToken(token));
      await this.sessions.endBeyond(loginId, MAX_SESSIONS);
      return this.passwords.signedIn(loginId, now);
    });
    return { id, loginId, token, passwordVersion };
  }

  /** Null for an unknown or ended session, or no token. */
  async identify(token: string): Promise<SessionInUse | null> {
    return isTokenForm(token) ? this.sessions.inUse(hashToken(token), this.#bounds()) : null;
  }

  /** @throws Error when the database is away */
  async reachable(): Promise<void> {
    await this.unitOfWork.row('SELECT 1');
  }

  find(id: string): Promise<SessionInUse | null> {
    return this.sessions.find(id, this.#bounds());
  }

  list(loginId: string): Promise<SessionState[]> {
    return this.sessions.list(loginId, this.#bounds());
  }

  confirm(id: string): Promise<void> {
    return this.sessions.confirm(id, this.clock.now());
  }

  end(loginId: string, id: string): Promise<boolean> {
    return this.sessions.end(loginId, id);
  }

  endOthers(loginId: string, spared: string | null): Promise<number> {
    return this.sessions.endOthers(loginId, spared);
  }

  async forgetOver(limit: number): Promise<void> {
    while ((await this.sessions.forget(this.#bounds(), limit)) >= limit);
    await this.sessions.forgetRates();
  }

  #bounds() {
    const now = this.clock.nowMs();
    return {
      usedSince: new Date(now - SESSION_AGES.unusedMs),
      begunSince: new Date(now - SESSION_AGES.wholeMs),
    };
  }
}
