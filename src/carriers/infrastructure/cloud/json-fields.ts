import { own } from '../../../platform/kernel/own';
import type { Pairs } from './adapter';

/** Callbacks have some dozens; what comes after these is not looked at. */
const MAX_FIELDS = 512;
const DEEPEST = 4;

/** A part of a message; null when it has none. */
export function fieldOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return null;
  return own(body as Readonly<Record<string, unknown>>, name) ?? null;
}

/** A text or number of a message, as text; empty when it has none. */
export function textOf(body: unknown, name: string): string {
  const value = fieldOf(body, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The beginning of a list in a message; empty when it has none. */
export function listOf(body: unknown, name: string, most: number): readonly unknown[] {
  const value = fieldOf(body, name);
  return value instanceof Array ? (value as unknown[]).slice(0, most) : [];
}

/**
 * The fields of a body in JSON, named as forms name them, such as `Legs[0][Status]`; without those that are null. None when
 * it is no JSON.
 */
export function jsonFields(body: string): Pairs {
  const fields: [string, string][] = [];
  try {
    collect(JSON.parse(body.trim()), '', 0, fields);
  } catch {
    return [];
  }
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
