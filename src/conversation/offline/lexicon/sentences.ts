/** Sentences of a text, with their closing marks. */
export function sentencesOf(text: string): readonly string[] {
  return (text.match(/[^.!?।]+(?:\.(?=\S)[^.!?।]*)*[.!?।]*/gu) ?? [])
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Ends in dots or a dash: something more was to come. */
export function trailsOff(text: string): boolean {
  return /(?:\.\.|[…—–-])$/u.test(text.trimEnd());
}
