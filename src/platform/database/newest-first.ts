export interface NewestFirst<Filter extends object> {
  readonly table: string;
  readonly accountId: string;
  /** Each filter's condition; `$` is its parameter. */
  readonly conditions: Readonly<Record<keyof Filter, string>>;
  /** Conditions that every row of the page meets. */
  readonly filter: Filter;
  /** The column of the time; `id` decides between rows of the same. */
  readonly time: string;
  readonly limit: number;
  /** The id of the last row of the page before. The statement itself finds its time; there are no rows after an unknown one. */
  readonly after: string | undefined;
}

/**
 * What follows `FROM table AS t` in a statement that reads a page of an account's rows, newest first, with its
 * parameters. It is one index scan, however deep the page is. Read it with `UnitOfWork.rowsPlannedAnew`.
 */
export function newestFirst<Filter extends object>({
  table,
  accountId,
  conditions,
  filter,
  time,
  limit,
  after,
}: NewestFirst<Filter>): { readonly sql: string; readonly parameters: unknown[] } {
  const parameters: unknown[] = [];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const account = parameter(accountId);
  const where = [`t.account_id = ${account}`];
  for (const [name, condition] of Object.entries<string>(conditions)) {
    const value = filter[name as keyof Filter];
    if (value !== undefined) where.push(condition.replace('$', parameter(value)));
  }
  if (after !== undefined) {
    const id = parameter(after);
    const at = `(SELECT l.${time} FROM ${table} AS l WHERE l.account_id = ${account} AND l.id = ${id})`;
    where.push(`(t.${time}, t.id) < (${at}, ${id})`);
  }
  const order = `ORDER BY t.${time} DESC, t.id DESC LIMIT ${parameter(limit)}`;
  return { sql: `WHERE ${where.join(' AND ')} ${order}`, parameters };
}
