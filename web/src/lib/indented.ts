import { parsedJson } from './parsed-json';

/** JSON with an indent of two; other text, and JSON that was cut, stays. */
export function indented(text: string): string {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : text;
}
