/** Converts a text with whole seconds; null: it is missing. */
export function talkMsOf(seconds: string | undefined): number | null {
  return seconds !== undefined && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : null;
}
