const E164 = /^\+[1-9]\d{5,14}$/;

/** Whether a text is `+` and 6 to 15 digits, the first not 0: the form of own numbers, whatever their numbering plan. */
export function isE164(text: string): boolean {
  return E164.test(text);
}
