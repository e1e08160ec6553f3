/** Marks that change the direction of what follows: a name must not rewrite the sentence that it stands in. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text of somebody else, with controls of direction shown as □. */
export function shown(text: string): string {
  return text.replace(BIDI_CONTROLS, '□');
}

/** The same between isolates, for sentences without markup: titles and accessible names. */
export function isolated(text: string): string {
  return `\u2068${shown(text)}\u2069`;
}

/** `no_answer` as "No answer". */
export function inWords(code: string): string {
  const words = code.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
