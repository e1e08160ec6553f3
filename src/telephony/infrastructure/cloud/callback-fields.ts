import type { CloudRequest } from './adapter';

/** Callbacks have some dozens; what comes after these is not looked at. */
const MOST_FIELDS = 512;
const DEEPEST = 4;

/**
 * The fields of a callback, whichever way it is written: a form, or JSON, whose parts are named as forms name them, such as
 * `Legs[0][Status]`. Values that are null or none are left out.
 * @returns null when it is not readable
 */
export function callbackFields(body: string, contentType: string | undefined): CloudRequest['form'] | null {
  if (!/^application\/json\b/i.test(contentType ?? '')) return [...new URLSearchParams(body)];
  try {
    const fields: [string, string][] = [];
    collect(JSON.parse(body), '', 0, fields);
    return fields;
  } catch {
    return null;
  }
}

function collect(value: unknown, name: string, depth: number, fields: [string, string][]): void {
  if (fields.length >= MOST_FIELDS) return;
  if (typeof value === 'object' && value !== null) {
    if (depth === DEEPEST) return;
    for (const [key, part] of Object.entries(value)) {
      collect(part, name === '' ? key : `${name}[${key}]`, depth + 1, fields);
    }
  } else if (name !== '' && ['string', 'number', 'boolean'].includes(typeof value)) {
    fields.push([name, String(value)]);
  }
}
