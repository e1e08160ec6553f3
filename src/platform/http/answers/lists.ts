import { DomainError } from '../../kernel/domain-error';

export const PAGE_SIZE = { min: 1, max: 100, default: 20 } as const;

/** A page of rows, and whether more follow. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
}

export interface ListView<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
}

export function listView<T>(data: readonly T[], hasMore = false): ListView<T> {
  return { object: 'list', data, has_more: hasMore };
}

/** Cuts off the one row read beyond the page. */
export function pageOf<T>(rows: readonly T[], limit: number): Page<T> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/**
 * The page after an item that the list itself looked up; empty after the last or an unknown one.
 * @throws DomainError invalid_request for an unknown `startingAfter`
 */
export async function pageAfter<T>(
  kind: string,
  { rows, limit, startingAfter }: { rows: readonly T[]; limit: number; startingAfter: string | undefined },
  find: (id: string) => Promise<object | null>,
): Promise<Page<T>> {
  if (rows.length === 0 && startingAfter !== undefined && (await find(startingAfter)) === null) {
    throw unknownCursor(kind);
  }
  return pageOf(rows, limit);
}

/** `starting_after` names no item of this kind of the account. */
export function unknownCursor(kind: string): DomainError {
  const message = `must be the id of ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} of the account`;
  return new DomainError('invalid_request', `query.starting_after ${message}.`, {
    errors: [{ field: 'query.starting_after', message }],
  });
}
