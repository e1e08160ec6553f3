import { DomainError } from '../../kernel/domain-error';

export const PAGE_SIZE = { min: 1, max: 100, default: 20 } as const;

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

/** Empty after the last item or an unknown one. @throws DomainError invalid_request for an unknown `startingAfter` */
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

export function unknownCursor(kind: string): DomainError {
  const message = `must be the id of ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} of the account`;
  return new DomainError('invalid_request', `query.starting_after ${message}.`, {
    errors: [{ field: 'query.starting_after', message }],
  });
}
