import { normalize } from '../platform/kernel/text';

// Letters, digits and _ in any script, with the combining marks and joiners of Indian scripts (क्‍ष). Linear time
// (R96): adjacent parts share no character, and a match contains no opening brace.
export const PLACEHOLDER = /\{\{\s*([\p{L}\p{Nd}_][\p{L}\p{Nd}\p{M}_\u200c\u200d]*)\s*\}\}/gu;

/** The result of a tool, or a part of it by names in any script and places in lists: `{{result.a.0.b}}`. */
export const RESULT_PLACEHOLDER = /\{\{\s*result((?:\.[\p{L}\p{Nd}\p{M}_\u200c\u200d]+)*)\s*\}\}/gu;

export function isPlaceholderName(name: string): boolean {
  const [match] = `{{${name}}}`.matchAll(PLACEHOLDER);
  return match?.[1] === name;
}

/** Values are not searched for placeholders. One without a value becomes empty. */
export function filledText(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PLACEHOLDER, (_, name: string) => values.get(normalize(name)) ?? '');
}
