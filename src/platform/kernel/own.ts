/**
 * The record's own property of this name. Every object inherits some (`constructor`, `__proto__`, `toString`), which a
 * plain `record[name]` finds, too.
 */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  // eslint-disable-next-line service/no-inherited-look-up -- this is the way round it.
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
