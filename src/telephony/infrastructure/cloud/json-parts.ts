/** A part of a message; null when it has none. */
export function partIn(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return null;
  return (Object.entries(body) as [string, unknown][]).find(([known]) => known === name)?.[1] ?? null;
}

/** A text or number of a message, as text; empty when it has none. */
export function textIn(body: unknown, name: string): string {
  const value = partIn(body, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The beginning of a list in a message; empty when it has none. */
export function listIn(body: unknown, name: string, most: number): readonly unknown[] {
  const value = partIn(body, name);
  return value instanceof Array ? (value as unknown[]).slice(0, most) : [];
}
