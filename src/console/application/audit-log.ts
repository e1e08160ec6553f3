import { Injectable, Logger } from '@nestjs/common';
import { People } from '../../accounts';
import { Clock } from '../../platform/clock';
import { listView, pageAfter } from '../../platform/http/answers/lists';
import { newId } from '../../platform/ids';
import { formatInstant } from '../../platform/kernel/instant';
import { errorText } from '../../platform/logging';
import { type Actor, AuditLogRepository, type AuditRecord } from '../infrastructure/audit-log.repository';
import { HOUR_MS } from '../../platform/kernel/time/durations';

export type { AuditRecord };

const MAX_FIELDS = 50;

export function lastDigits(phone: string): string {
  return `…${phone.replace(/\D/g, '').slice(-4)}`;
}

export const OPERATOR: Actor = { kind: 'operator', id: null, name: 'Operator', email: null };

/** Stores who changed what. Written after the change: a crash in between loses a line, never a change. */
@Injectable()
export class AuditLog {
  readonly #logger = new Logger(AuditLog.name);

  constructor(
    private readonly clock: Clock,
    private readonly people: People,
    private readonly entries: AuditLogRepository,
  ) {}

  /** Never throws: the change has happened. */
  async write(accountId: string, who: Actor, record: AuditRecord): Promise<void> {
    await this.#safely(() => this.#add(accountId, who, record, null));
  }

  /** Writes a line in each account where a login is active. Equal lines of an hour are one, if they `repeat`. */
  async writeEverywhere(
    loginId: string,
    record: AuditRecord,
    { repeat }: { readonly repeat: boolean },
  ): Promise<void> {
    await this.#safely(async () => {
      const hour = Math.floor(this.clock.nowMs() / HOUR_MS);
      for (const { accountId, status, name, email } of await this.people.members.ofLogin(loginId)) {
        if (status !== 'active') continue;
        const who: Actor = { kind: 'login', id: loginId, name, email };
        const repeats = repeat ? [record.action, loginId, record.address, hour].join(' ') : null;
        await this.#add(accountId, who, record, repeats);
      }
    });
  }

  /** Records a change by another person, in each account where the login is active. Never throws. */
  async writeOfLogin(loginId: string, who: Actor, record: AuditRecord): Promise<void> {
    await this.#safely(async () => {
      for (const { accountId, status } of await this.people.members.ofLogin(loginId)) {
        if (status === 'active') await this.#add(accountId, who, record, null);
      }
    });
  }

  /** Newest first. @throws DomainError invalid_request for an unknown `after` */
  async list(
    accountId: string,
    filter: { readonly action?: string | undefined },
    limit: number,
    after: string | undefined,
  ) {
    const found = await this.entries.list(accountId, filter, limit + 1, after);
    const page = { rows: found, limit, startingAfter: after };
    const { rows, hasMore } = await pageAfter('audit entry', page, (id) =>
      this.entries.exists(accountId, id),
    );
    const views = rows.map(({ id, at, who, action, subjectId, fields, address, count, via = null }) => ({
      object: 'audit_entry' as const,
      id,
      at: formatInstant(at),
      who,
      action,
      subject_id: subjectId,
      fields: [...fields],
      address,
      count,
      via,
    }));
    return listView(views, hasMore);
  }

  forget(before: Date, limit: number): Promise<number> {
    return this.entries.forget(before, limit);
  }

  async #add(accountId: string, who: Actor, record: AuditRecord, repeats: string | null): Promise<void> {
    const fields = record.fields.slice(0, MAX_FIELDS);
    const { count = 1 } = record;
    const entry = { ...record, fields, id: newId('aud'), accountId, at: this.clock.now(), who, count };
    await this.entries.add(entry, repeats);
  }

  async #safely(write: () => Promise<void>): Promise<void> {
    await write().catch((error: unknown) =>
      this.#logger.warn(`a line of the audit log was not written: ${errorText(error)}`),
    );
  }
}
