/** A text that is written already. */
// eslint-disable-next-line @typescript-eslint/require-await -- lines take text as it is written.
export async function* written(text: string): AsyncGenerator<string> {
  if (text !== '') yield text;
}

/** All of a text that is still being written; null when not a word comes, also because it breaks off. */
export async function wholeText(words: AsyncIterable<string>): Promise<string | null> {
  let text = '';
  try {
    for await (const piece of words) text += piece;
  } catch {
    return null;
  }
  return text.trim() || null;
}
