import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { type Page, pageOf, unknownCursor } from '../../platform/http/answers/lists';
import { DomainError } from '../../platform/kernel/domain-error';
import { formatInstant } from '../../platform/kernel/instant';
import { type DoNotCallEntry, DoNotCallRepository } from '../infrastructure/do-not-call.repository';
import { LineRepository } from '../infrastructure/line.repository';

interface DoNotCallSelection {
  readonly startingAfter?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

/** Manages the numbers that an account must not call any more. */
@Injectable()
export class DoNotCallList {
  static readonly REASON = 'The number is on the do-not-call list.';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly entries: DoNotCallRepository,
    private readonly lines: LineRepository,
  ) {}

  /** Locks the same as {@link add}, for a transaction that locks calls before it adds. */
  async lock(accountId: string): Promise<void> {
    await this.lines.lockOnly(accountId);
  }

  /**
   * Idempotent: the first entry stays. Locks the account's line row, the first lock in the lock order: the dispatcher
   * checks the list under it, so nothing dials the number after this commits (R27).
   */
  add(
    accountId: string,
    phoneNumber: string,
    reason: string,
    callId: string | null = null,
  ): Promise<DoNotCallEntry> {
    return this.unitOfWork.run(async () => {
      await this.lines.lockOnly(accountId);
      await this.outbox.add([{ type: 'account.number_listed', payload: { accountId } }]);
      return this.entries.add(accountId, { phoneNumber, since: this.clock.now(), callId, reason });
    });
  }

  /** @throws DomainError not_found when it is not listed */
  async remove(accountId: string, phoneNumber: string): Promise<DoNotCallEntry> {
    const entry = await this.entries.remove(accountId, phoneNumber);
    if (!entry) throw new DomainError('not_found', 'This number is not on the do-not-call list.');
    return entry;
  }

  find(accountId: string, numbers: readonly string[]): Promise<Map<string, DoNotCallEntry>> {
    return this.entries.find(accountId, numbers);
  }

  /** @throws DomainError do_not_call when the number is listed */
  async refuseListed(accountId: string, phoneNumber: string): Promise<void> {
    DoNotCallList.refuse(await this.entryOf(accountId, phoneNumber));
  }

  entryOf(accountId: string, phoneNumber: string): Promise<DoNotCallEntry | null> {
    return this.entries.findOne(accountId, phoneNumber);
  }

  /** @throws DomainError do_not_call when there is an entry */
  static refuse(entry: DoNotCallEntry | null): void {
    if (!entry) return;
    throw new DomainError(
      'do_not_call',
      'This number asked not to be called. DELETE /v1/do-not-call/{number} takes it off the list.',
      { since: formatInstant(entry.since) },
    );
  }

  /**
   * Newest first; of `phoneNumber` alone when it is given.
   * @throws DomainError invalid_request for an unknown `startingAfter` (a phone number)
   */
  async list(
    accountId: string,
    limit: number,
    { startingAfter, phoneNumber }: DoNotCallSelection,
  ): Promise<Page<DoNotCallEntry>> {
    const after =
      startingAfter === undefined ? null : (await this.find(accountId, [startingAfter])).get(startingAfter);
    if (after === undefined) throw unknownCursor('do-not-call entry (its phone_number)');
    if (phoneNumber === undefined) return pageOf(await this.entries.list(accountId, limit + 1, after), limit);
    const entry = await this.entryOf(accountId, phoneNumber);
    return pageOf(entry && (!after || isOlder(entry, after)) ? [entry] : [], limit);
  }
}

/** The order in which the repository sorts entries. */
function isOlder(entry: DoNotCallEntry, other: DoNotCallEntry): boolean {
  if (+entry.since !== +other.since) return +entry.since < +other.since;
  return entry.phoneNumber < other.phoneNumber;
}
