import { Injectable } from '@nestjs/common';
import { People } from '../../accounts';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { LoginRepository } from '../infrastructure/login.repository';
import { PasswordRepository } from '../infrastructure/password.repository';
import { LoginLinks, type MadeLink } from './login-links';
import { Sessions } from './sessions';

/** `undefined` leaves a field unchanged. */
export interface OwnChange {
  readonly name: string | undefined;
  /** E.164; null for none. */
  readonly mobileNumber: string | null | undefined;
}

/** Changes logins for the operator and their persons. */
@Injectable()
export class Logins {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly people: People,
    private readonly logins: LoginRepository,
    private readonly links: LoginLinks,
    private readonly passwords: PasswordRepository,
    private readonly sessions: Sessions,
  ) {}

  list() {
    return this.logins.list();
  }

  lastSignedIn(loginIds: readonly string[]): Promise<Map<string, Date | null>> {
    return this.logins.lastSignedIn(loginIds);
  }

  /** Makes a link to choose a password, for a login of any account; null when no login has the e-mail. */
  async link(email: string): Promise<{ readonly loginId: string; readonly link: MadeLink } | null> {
    const login = await this.passwords.findByEmail(email);
    if (!login) return null;
    return { loginId: login.id, link: await this.#linkOf(login.id) };
  }

  /** Locks out the owner of the old address. */
  async changeEmail(email: string, to: string): Promise<'changed' | 'unknown' | 'taken'> {
    const login = await this.passwords.findByEmail(email);
    if (!login) return 'unknown';
    return this.unitOfWork.run(async () => {
      if (!(await this.people.members.setEmail(login.id, to))) return 'taken';
      await this.#lockOut(login.id);
      return 'changed';
    });
  }

  /** Locks out the person of a locked login, in the current transaction. Only the returned link signs in. */
  async renew(loginId: string): Promise<MadeLink> {
    await this.#lockOut(loginId);
    return this.#linkOf(loginId);
  }

  async signOut(email: string): Promise<{ readonly loginId: string; readonly sessions: number } | null> {
    const login = await this.passwords.findByEmail(email);
    return login && { loginId: login.id, sessions: await this.sessions.endOthers(login.id, null) };
  }

  async change(loginId: string, { name, mobileNumber }: OwnChange): Promise<void> {
    await this.unitOfWork.run(() => this.people.members.changeLogin(loginId, { name, mobileNumber }));
  }

  async find(email: string): Promise<string | null> {
    return (await this.passwords.findByEmail(email))?.id ?? null;
  }

  /** Ends the open links, the password and the sessions of a locked login, in the current transaction. */
  async #lockOut(loginId: string): Promise<void> {
    // Links first: a redemption that has one locked has set its password and session once this continues.
    await this.links.end(loginId, null);
    await this.passwords.remove(loginId);
    await this.sessions.endOthers(loginId, null);
  }

  #linkOf(loginId: string): Promise<MadeLink> {
    return this.links.make({ kind: 'given', loginId, accountId: null });
  }
}
