import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { invalidRequest } from '../../platform/kernel/domain-error';
import { foldCase } from '../../platform/kernel/text';
import { passwordProblem } from '../domain/password-rules';
import { notSignedIn, wrongCredentials } from '../domain/sign-in-errors';
import { PasswordHash } from '../infrastructure/password-hash';
import { type LoginWithHash, PasswordRepository } from '../infrastructure/password.repository';
import { Attempts } from './attempts';
import { type OpenedSession, Sessions } from './sessions';
import { SignInJournal } from './sign-in-journal';
import { hashOwnerOf, type Visitor } from './visitor';

export interface SessionPerson {
  readonly sessionId: string;
  readonly loginId: string;
}

/** Signs in with a password, and checks it again for sensitive changes. */
@Injectable()
export class SignIn {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly passwords: PasswordRepository,
    private readonly hashes: PasswordHash,
    private readonly attempts: Attempts,
    private readonly sessions: Sessions,
    private readonly journal: SignInJournal,
  ) {}

  /** @throws DomainError wrong_credentials, for an unknown e-mail too and in the same time; RetryLater */
  async signIn(email: string, password: string, visitor: Visitor): Promise<OpenedSession> {
    const login = await this.#check(email, await this.passwords.findByEmail(email), password, visitor);
    const session = await this.unitOfWork.run(async () => {
      await this.#requireSame(login);
      return this.sessions.open(login.id, visitor);
    });
    await this.journal.note({ loginId: session.loginId, action: 'consoleSignIn', address: visitor.address });
    return session;
  }

  /** @throws DomainError wrong_credentials; RetryLater */
  async confirm(person: SessionPerson, password: string, visitor: Visitor): Promise<void> {
    await this.#checkOwn(person.loginId, password, visitor);
    await this.sessions.confirm(person.sessionId);
  }

  /**
   * Every other session ends, and a new one replaces this one. @throws DomainError invalid_request,
   * wrong_credentials, not_signed_in when the session ended during the check; RetryLater
   */
  async changePassword(
    { sessionId, loginId }: SessionPerson,
    { current, next }: { readonly current: string; readonly next: string },
    visitor: Visitor,
  ): Promise<OpenedSession> {
    const message = passwordProblem(next);
    if (message !== undefined) throw invalidRequest([{ field: 'new_password', message }]);
    const login = await this.#checkOwn(loginId, current, visitor);
    const hash = await this.hashes.make(next, hashOwnerOf(loginId, visitor));
    return this.unitOfWork.run(async () => {
      await this.#requireSame(login);
      if (!(await this.sessions.end(loginId, sessionId))) throw notSignedIn();
      await this.passwords.set(loginId, hash, this.clock.now());
      await this.sessions.endOthers(loginId, null);
      return this.sessions.open(loginId, visitor);
    });
  }

  /** Hashing is slow: a password that was changed during the check opens no session. */
  async #requireSame({ id, hash }: LoginWithHash): Promise<void> {
    if (!(await this.passwords.lockIfUnchanged(id, hash))) throw wrongCredentials();
  }

  async #checkOwn(loginId: string, password: string, visitor: Visitor): Promise<LoginWithHash> {
    const login = await this.passwords.find(loginId);
    if (!login) throw wrongCredentials();
    return this.#check(login.email, login, password, visitor);
  }

  async #check(
    email: string,
    login: LoginWithHash | null,
    password: string,
    visitor: Visitor,
  ): Promise<LoginWithHash> {
    const undoAttempt = await this.attempts.begin(email, login, visitor);
    let isRight: boolean;
    try {
      const owner = hashOwnerOf(login?.id ?? foldCase(email), visitor);
      isRight = await this.hashes.matches(password, login?.hash ?? null, owner);
    } catch (error) {
      // The password was not checked.
      await undoAttempt();
      throw error;
    }
    if (login && isRight) {
      await undoAttempt();
      return login;
    }
    // Not awaited: an unknown e-mail has no entry, and needs the same time.
    if (login) {
      void this.journal.note({ loginId: login.id, action: 'consoleSignInFailed', address: visitor.address });
    }
    throw wrongCredentials();
  }
}
