import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { foldCase } from '../../platform/kernel/text';
import {
  type AttemptLimit,
  boundsOf,
  FORGOTTEN_REQUESTS,
  LINK_MAILS,
  MAX_DAY_MS,
  MAX_WINDOW_MS,
  networkOf,
} from '../domain/attempts';
import { tooManyAttempts } from '../domain/sign-in-errors';
import { type Attempt, AttemptRepository } from '../infrastructure/attempt.repository';
import { passwordVersion } from '../infrastructure/password-hash';
import type { LoginWithHash } from '../infrastructure/password.repository';
import type { KnownBrowser, Visitor } from './visitor';

/** Uncounts an attempt that was no failure. */
export type UndoAttempt = () => Promise<void>;

/** Counts failed attempts over all processes from their start, so that concurrent attempts cannot bypass the bound. */
@Injectable()
export class Attempts {
  readonly #logger = new Logger(Attempts.name);
  #warned = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly attempts: AttemptRepository,
  ) {}

  /** Counts as a failure until the returned call. @throws RetryLater after too many */
  async begin(email: string, login: LoginWithHash | null, visitor: Visitor): Promise<UndoAttempt> {
    const { known, behindUnknownProxy } = visitor;
    const browser = known && login && knows(known, login) ? `${known.id} ${login.id}` : null;
    if (behindUnknownProxy) this.#warn();
    const attempt: Attempt = {
      kind: 'password',
      emailHash: hashOf(email),
      address: networkOf(visitor.address),
      browser,
    };
    return this.#count(attempt, boundsOf({ knownBrowser: browser !== null, behindUnknownProxy }));
  }

  /** Counts by address. @throws RetryLater when there were too many */
  async requestLink(visitor: Visitor): Promise<void> {
    const address = networkOf(visitor.address);
    await this.#count({ kind: 'request', emailHash: null, address, browser: null }, [FORGOTTEN_REQUESTS]);
  }

  /** Counted also by the account of the sending admin. False when the hour's mails are used up. */
  async mayMail(email: string, accountId: string | null): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const mail: Attempt = { kind: 'mail', emailHash: hashOf(email), address: accountId, browser: null };
      await this.attempts.lock(mail);
      const now = this.clock.now();
      if ((await this.attempts.blockedUntil(LINK_MAILS, mail, now)) !== null) return false;
      await this.attempts.add(mail, now);
      return true;
    });
  }

  async forgetOld(limit: number): Promise<number> {
    const now = this.clock.nowMs();
    const mailsBefore = new Date(now - MAX_DAY_MS);
    return this.attempts.forget({ before: new Date(now - MAX_WINDOW_MS), mailsBefore }, limit);
  }

  async #count(attempt: Attempt, bounds: readonly AttemptLimit[]): Promise<UndoAttempt> {
    const id = await this.unitOfWork.run(async () => {
      await this.attempts.lock(attempt);
      const now = this.clock.now();
      for (const bound of bounds) {
        const until = await this.attempts.blockedUntil(bound, attempt, now);
        if (until) throw tooManyAttempts(until, now);
      }
      return this.attempts.add(attempt, now);
    });
    return () => this.attempts.remove(id);
  }

  #warn(): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#logger.warn(
      'a proxy in front forwards requests, and TRUST_PROXY does not name it: sign-ins cannot be told apart by address. Set TRUST_PROXY.',
    );
  }
}

/** The browser signed in with the login's current password. */
function knows({ logins }: KnownBrowser, { id, hash }: LoginWithHash): boolean {
  return hash !== null && logins.get(id) === passwordVersion(hash);
}

/** E-mails are counted without being stored. */
function hashOf(email: string): Buffer {
  return createHash('sha256').update(foldCase(email)).digest();
}
