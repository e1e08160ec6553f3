import type { UnitOfWork } from '../../platform/database/unit-of-work';
import type { FoundCalls } from '../../platform/erasure/erasers';

/** Where calls of one kind are, and which of those that left the queue are ongoing. */
interface CallTable {
  readonly table: string;
  readonly isOngoing: string;
}

/** Locks the calls of an account to a number, in the order of their ids. */
export async function lockContactCalls(
  unitOfWork: UnitOfWork,
  { table, isOngoing }: CallTable,
  accountId: string,
  phoneNumber: string,
): Promise<FoundCalls> {
  const rows = await unitOfWork.rows<{ id: string; ongoing: boolean }>(
    `SELECT id, status <> 'queued' AND (${isOngoing}) AS ongoing FROM ${table}
     WHERE account_id = $1 AND phone_number = $2 ORDER BY id FOR UPDATE`,
    [accountId, phoneNumber],
  );
  return {
    callIds: rows.map(({ id }) => id),
    goingOn: rows.filter(({ ongoing }) => ongoing).map(({ id }) => id),
  };
}
