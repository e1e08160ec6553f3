/** A plain `record[name]` also finds inherited properties (`constructor`, `__proto__`). */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  // eslint-disable-next-line service/no-inherited-look-up -- this is the way round it.
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** An object of a JSON text: no list, and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined: it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
