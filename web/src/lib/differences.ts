/** Entries of `after` that `before` lacks or has otherwise: the user's own changes only. */
export function differencesOf<T extends object>(before: T, after: T): Partial<T> {
  const former = new Map<string, unknown>(Object.entries(before));
  const isSame = (name: string, value: unknown) => JSON.stringify(former.get(name)) === JSON.stringify(value);
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(name, value)),
  ) as Partial<T>;
}
