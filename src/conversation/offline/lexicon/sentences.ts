export function sentencesOf(text: string): readonly string[] {
  // "At 5 p.m. tomorrow" is one sentence, "At 5 p.m. Thank you" are two.
  return (text.match(/[^.!?।]+(?:\.(?=\S|(?<=\b[apAP]\.[mM]\.)\s+\p{Ll})[^.!?।]*)*[.!?।]*/gu) ?? [])
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Dots or a dash: the speaker had more to say. */
export function trailsOff(text: string): boolean {
  return /(?:\.\.|[…—–-])$/u.test(text.trimEnd());
}
