import { Injectable } from '@nestjs/common';
import { Accounts, People } from '../../accounts';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { invalidRequest } from '../../platform/kernel/domain-error';
import { formatInstant } from '../../platform/kernel/instant';
import { passwordProblem } from '../domain/password-rules';
import { linkUnusable } from '../domain/sign-in-errors';
import type { LinkState } from '../infrastructure/link.schema';
import { PasswordRepository } from '../infrastructure/password.repository';
import { LoginLinks } from './login-links';
import { PasswordChoice } from './password-choice';
import type { OpenedSession } from './sessions';
import type { Visitor } from './visitor';

type OwnLink = LinkState & { readonly loginId: string };

/** Shows a one-time link, and sets the password by it. */
@Injectable()
export class LinkRedeeming {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly links: LoginLinks,
    private readonly passwords: PasswordRepository,
    private readonly choice: PasswordChoice,
  ) {}

  /** Describes the link; an invitation with its sender. @throws DomainError not_found when the link does not work */
  async inspect(token: string) {
    const link = await this.#find(token);
    const login = link && (await this.passwords.find(link.loginId));
    if (!link || !login) throw linkUnusable();
    const account = link.accountId === null ? null : await this.accounts.get(link.accountId);
    const member = account && (await this.people.members.findByLogin(account.id, link.loginId));
    return {
      object: 'link' as const,
      email: login.email,
      name: login.name,
      account_name: account?.name ?? null,
      roles: [...(member?.roles ?? [])],
      expires_at: formatInstant(link.expiresAt),
    };
  }

  /**
   * Ends the login's sessions, accepts its open invitations and signs in. @throws DomainError invalid_request,
   * not_found
   */
  async redeem(token: string, password: string, visitor: Visitor): Promise<OpenedSession> {
    const message = passwordProblem(password);
    const link = await this.#find(token);
    if (message !== undefined) {
      if (link) await this.links.refuse(link);
      throw invalidRequest([{ field: 'password', message }]);
    }
    if (!link) throw linkUnusable();
    const hash = await this.choice.hash(password, link.loginId, visitor);
    const session = await this.unitOfWork.run(async () => {
      // Checked again after the time of hashing.
      if (!(await this.#find(token)) || !(await this.links.useUp(token))) throw linkUnusable();
      return this.choice.store(link.loginId, hash, visitor);
    });
    await this.choice.note(link.loginId, 'consoleRedeemLink', visitor);
    return session;
  }

  async #find(token: string): Promise<OwnLink | null> {
    const link = await this.links.find(token);
    if (!link || link.loginId === null) return null;
    const { kind, loginId, accountId } = link;
    if (accountId === null) return { ...link, loginId };
    const member = await this.people.members.findByLogin(accountId, loginId);
    if (!member || member.status === 'inactive') return null;
    // An admin may have the link: it must not open an account that the login has joined since.
    return kind === 'given' && member.sharedLogin ? null : { ...link, loginId };
  }
}
