const E164 = /^\+[1-9]\d{5,14}$/;

/** `+` and 6 to 15 digits, the first not 0, whatever the numbering plan. */
export function isE164(text: string): boolean {
  return E164.test(text);
}
