import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { PasswordHash } from '../infrastructure/password-hash';
import { PasswordRepository } from '../infrastructure/password.repository';
import { OpenInvitations } from './open-invitations';
import { type OpenedSession, Sessions } from './sessions';
import { type SignInAuditEntry, SignInJournal } from './sign-in-journal';
import { hashOwnerOf, type Visitor } from './visitor';

/** The choice of a password by a link: it accepts open invitations, and signs in. */
@Injectable()
export class PasswordChoice {
  constructor(
    private readonly clock: Clock,
    private readonly passwords: PasswordRepository,
    private readonly hashes: PasswordHash,
    private readonly invitations: OpenInvitations,
    private readonly sessions: Sessions,
    private readonly journal: SignInJournal,
  ) {}

  /** Slow: before the transaction. @param owner whose hashes are made one after another */
  hash(password: string, owner: string, visitor: Visitor): Promise<string> {
    return this.hashes.make(password, hashOwnerOf(owner, visitor));
  }

  /** Stores the password in the current transaction. */
  async store(loginId: string, hash: string, visitor: Visitor): Promise<OpenedSession> {
    await this.invitations.accept(loginId);
    await this.passwords.set(loginId, hash, this.clock.now());
    await this.sessions.endOthers(loginId, null);
    return this.sessions.open(loginId, visitor);
  }

  /** After the commit. */
  async note(loginId: string, action: SignInAuditEntry['action'], { address }: Visitor): Promise<void> {
    await this.journal.note({ loginId, action, address });
  }
}
