import { Injectable } from '@nestjs/common';
import { hashToken, isTokenForm, newToken } from '../../platform/tokens';
import { Clock } from '../../platform/clock';
import { type LiveSubject, TicketRepository } from '../infrastructure/ticket.repository';

const LIFETIME_MS = 30_000;

export interface TicketSubject {
  readonly subjectKind: LiveSubject;
  readonly subjectId: string;
  readonly sessionId: string;
}

/** Issues and redeems tickets of live sockets. Each works once; only its hash is stored. */
@Injectable()
export class Tickets {
  constructor(
    private readonly clock: Clock,
    private readonly tickets: TicketRepository,
  ) {}

  async issue(subject: TicketSubject & { readonly accountId: string }): Promise<string> {
    const ticket = newToken();
    await this.tickets.insert(hashToken(ticket).toString('hex'), {
      ...subject,
      expiresAt: new Date(this.clock.nowMs() + LIFETIME_MS),
    });
    return ticket;
  }

  /** @returns the account; null: unknown, used, too old, or of another session */
  async redeem(ticket: string, subject: TicketSubject): Promise<string | null> {
    if (!isTokenForm(ticket)) return null;
    return this.tickets.redeem(hashToken(ticket).toString('hex'), subject, this.clock.now());
  }

  forgetExpired(): Promise<void> {
    return this.tickets.forgetExpired(this.clock.now());
  }
}
