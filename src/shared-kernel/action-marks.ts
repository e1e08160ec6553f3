/** Separates the brackets of `[[`, which begins an action of the agent: text from outside cannot write one. */
export function escapeActionMarks(text: string): string {
  return text.replace(/\[(?=\[)/gu, '[ ');
}
