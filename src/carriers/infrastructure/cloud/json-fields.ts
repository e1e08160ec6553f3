import { own, parsedJson } from '../../../platform/kernel/own';
import type { Pairs } from './adapter';

/** Callbacks have some dozens; further fields are ignored. */
const MAX_FIELDS = 512;
const DEEPEST = 4;

/** null: none. */
export function fieldOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return null;
  return own(body as Readonly<Record<string, unknown>>, name) ?? null;
}

/** A text or number, as text; empty: none. */
export function textOf(body: unknown, name: string): string {
  const value = fieldOf(body, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** At most `most` items; empty: none. */
export function listOf(body: unknown, name: string, most: number): readonly unknown[] {
  const value = fieldOf(body, name);
  return value instanceof Array ? (value as unknown[]).slice(0, most) : [];
}

/** Named as in forms, such as `Legs[0][Status]`; without nulls. Empty for invalid JSON. */
export function jsonFields(body: string): Pairs {
  const fields: [string, string][] = [];
  collect(parsedJson(body.trim()), '', 0, fields);
  return fields;
}

function collect(value: unknown, name: string, depth: number, fields: [string, string][]): void {
  if (fields.length >= MAX_FIELDS) return;
  if (typeof value === 'object' && value !== null) {
    if (depth === DEEPEST) return;
    for (const [key, part] of Object.entries(value)) {
      collect(part, name === '' ? key : `${name}[${key}]`, depth + 1, fields);
    }
  } else if (name !== '' && ['string', 'number', 'boolean'].includes(typeof value)) {
    fields.push([name, String(value)]);
  }
}
