/** A text that is written already. */
// eslint-disable-next-line @typescript-eslint/require-await -- lines require an async iterable.
export async function* written(text: string): AsyncGenerator<string> {
  if (text !== '') yield text;
}

/** Null without a word, also because the text breaks off. */
export async function wholeText(words: AsyncIterable<string>): Promise<string | null> {
  let text = '';
  try {
    for await (const piece of words) text += piece;
  } catch {
    return null;
  }
  return text.trim() || null;
}
