/** Characters that change the direction of text: a name must not rewrite its sentence. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Foreign text, with controls of direction shown as □. */
export function shown(text: string): string {
  return text.replace(BIDI_CONTROLS, '□');
}

/** A number as it is read: chats and address books copy it with such controls. */
export function withoutControls(text: string): string {
  return text.replace(BIDI_CONTROLS, '');
}

/** Between isolates, for sentences without markup: titles and accessible names. */
export function isolated(text: string): string {
  return `\u2068${shown(text)}\u2069`;
}

export function inWords(code: string): string {
  const words = code.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A label of an outcome as words: "not_interested" is "Not interested". One without underscores stays. */
export function labelInWords(label: string): string {
  if (!label.includes('_')) return label;
  const words = label.replaceAll('_', ' ').trim();
  const plain = words === words.toUpperCase() ? words.toLowerCase() : words;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The label that is shown like this, or the text itself. */
export function labelOf(text: string, labels: readonly string[]): string {
  return labels.find((label) => labelInWords(label) === text) ?? text;
}

/** The entries of a list that is typed line by line. */
export function entriesOf(typed: string): readonly string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
