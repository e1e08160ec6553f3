export function sentencesOf(text: string): readonly string[] {
  return (text.match(/[^.!?।]+(?:\.(?=\S)[^.!?।]*)*[.!?।]*/gu) ?? [])
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Dots or a dash: the speaker had more to say. */
export function trailsOff(text: string): boolean {
  return /(?:\.\.|[…—–-])$/u.test(text.trimEnd());
}
