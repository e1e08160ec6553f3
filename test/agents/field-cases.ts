/** One value of one field, and what must become of it: kept as `kept`, or refused with 400 at `field`. */
export interface FieldCase {
  readonly field: string;
  readonly what: string;
  readonly sent: unknown;
  /** Where the problem is, when it is within the field. */
  readonly at?: string;
  readonly kept?: unknown;
}

export const kept = (field: string, what: string, sent: unknown, as: unknown = sent): FieldCase => ({
  field,
  what,
  sent,
  kept: as,
});
export const refused = (at: string, what: string, sent: unknown): FieldCase => ({
  field: at.split(/[.[]/u)[0] ?? at,
  what,
  sent,
  at,
});

/** Values of every JSON type but those named, each refused. */
export function otherTypes(field: string, ...right: string[]): FieldCase[] {
  const samples = { boolean: true, number: 7, string: 'text', array: ['text'], object: { a: 1 } };
  return Object.entries(samples)
    .filter(([type]) => !right.includes(type))
    .map(([type, value]) => refused(field, `a wrong type: ${type}`, value));
}

export function badTexts(field: string): FieldCase[] {
  return [
    refused(field, 'with NUL', 'a\0b'),
    refused(field, 'with half of a surrogate pair', 'a\ud83d'),
    ...otherTypes(field, 'string'),
  ];
}
