export interface NewestFirst<Filter extends object> {
  readonly table: string;
  readonly accountId: string;
  readonly conditions: Readonly<Record<keyof Filter, string>>;
  readonly filter: Filter;
  readonly time: string;
  readonly limit: number;
  /** The last row's id of the page before. No rows follow an unknown one. */
  readonly after: string | undefined;
}

/** A page of an account's rows, newest first, in one index scan. Read it with `UnitOfWork.rowsPlannedAnew`. */
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
