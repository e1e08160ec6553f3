/** Length in Unicode code points (decisions, Text: "lengths in Unicode code points"), without an array of them. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) {
      length -= 1;
      at += 1;
    }
  }
  return length;
}

/** The text's first code points, at most `most`; the text itself when it has no more. */
export function firstCodePoints(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (let left = most; left > 0 && end < text.length; left -= 1) {
    const isPair = isHighSurrogate(text.charCodeAt(end)) && isLowSurrogate(text.charCodeAt(end + 1));
    end += isPair ? 2 : 1;
  }
  return text.slice(0, end);
}

/** "30 is the maximum number of non-starters in a row" of the Stream-Safe Text Format (UAX #15, section 13). */
const MOST_MARKS = 30;
const JOINER = '\u034f';
const TOO_MANY_MARKS = new RegExp(`(?:(?!${JOINER})\\p{M}){${MOST_MARKS}}(?=(?!${JOINER})\\p{M})`, 'gu');

/**
 * The text in a normal form, in linear time: the marks of one letter are put into their order one by one, which takes
 * quadratic time of a letter with very many. As the Stream-Safe Text Format does, a joiner is put between each 30 marks.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' = 'NFC'): string {
  return text.replace(TOO_MANY_MARKS, `$&${JOINER}`).normalize(form);
}

/** Length in bytes as UTF-8, for limits such as "32 KiB as JSON". A lone surrogate counts as U+FFFD would. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return bytes;
}

// With the u flag a pair is one code point, so only a surrogate without its other half is of this category.
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * True for a text with NUL or a lone surrogate (decisions, Text: "refused with 400"). PostgreSQL takes neither in
 * text nor in jsonb.
 */
export function hasForbiddenCharacters(text: string): boolean {
  return text.includes('\0') || LONE_SURROGATE.test(text);
}

/**
 * Unicode full case folding (C + F of CaseFolding.txt, without the Turkic mappings) of the NFC form: what decisions,
 * Text, mean by "ignoring case". `STRASSE` = `straße`, `ΟΔΟΣ` = `οδος`; `ı` and `i` stay two letters.
 *
 * The result is composed again. Canonically equivalent inputs do not need that (their NFC is the same text), the two
 * cases of one text do: ǰ̣ composes in lower case and has no composed capital, so that its marks would come out of
 * the folding in another order than those of J̣̌. It also makes folding twice the same as folding once.
 *
 * JavaScript has no case folding, so it is derived for each code point from its case mappings. That agrees with
 * PostgreSQL 18's `casefold` on every code point of Unicode 16 (see `text.spec.ts`).
 */
export function foldCase(text: string): string {
  const composed = normalized(text);
  let folded = '';
  // One code point at a time: over a whole text toLowerCase makes a final Σ into ς.
  for (const character of composed) folded += foldCodePoint(character);
  return normalized(folded);
}

// CaseFolding.txt folds Cherokee to its capitals: they came first, the small letters were added in Unicode 8.
const CHEROKEE = /[\u13a0-\u13ff\uab70-\uabbf]/u;
const DOTLESS_I = 'ı';

function foldCodePoint(character: string): string {
  // Its capital is I, whose small letter is another one.
  if (character === DOTLESS_I) return character;
  if (CHEROKEE.test(character)) return character.toUpperCase();
  // Down first: ẞ is its own capital. Up: ß is SS, ſ is S, ς is Σ. Down again: what all case forms have in common.
  return character.toLowerCase().toUpperCase().toLowerCase();
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
