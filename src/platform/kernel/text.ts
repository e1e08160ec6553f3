/** In Unicode code points, without building an array. */
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

export function firstCodePoints(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (let left = most; left > 0; left -= 1) {
    const isPair = isHighSurrogate(text.charCodeAt(end)) && isLowSurrogate(text.charCodeAt(end + 1));
    end += isPair ? 2 : 1;
  }
  return text.slice(0, end);
}

/** Maximum of consecutive non-starters in the Stream-Safe Text Format (UAX #15, section 13). */
const MAX_COMBINING_MARKS = 30;
const JOINER = '\u034f';
const TOO_MANY_MARKS = new RegExp(
  `(?:(?!${JOINER})\\p{M}){${MAX_COMBINING_MARKS}}(?=(?!${JOINER})\\p{M})`,
  'gu',
);

const NOT_ASCII = /[^\p{ASCII}]/u;

/** Linear time: sorting many marks of a letter is quadratic, so a joiner follows each 30 marks (UAX #15). */
export function normalize(text: string, form: 'NFC' | 'NFD' = 'NFC'): string {
  if (!NOT_ASCII.test(text)) return text;
  return text.replace(TOO_MANY_MARKS, `$&${JOINER}`).normalize(form);
}

/** A lone surrogate counts like U+FFFD. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

/** NUL or a lone surrogate, which PostgreSQL accepts in neither text nor jsonb. */
export function hasForbiddenCharacters(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

const FORBIDDEN = /\0|\p{Surrogate}/gu;

export function storable(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** A character whose halves come in two pieces stays whole. @param includesEmpty empty pieces are passed on */
export async function* storablePieces(
  pieces: AsyncIterable<string>,
  includesEmpty = false,
): AsyncGenerator<string> {
  let half = '';
  for await (const piece of pieces) {
    const text = half + piece;
    half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
    // `storable` drops the unpaired half.
    const whole = storable(text);
    if (whole !== '' || (includesEmpty && piece === '')) yield whole;
  }
}

/**
 * Unicode full case folding (C + F of CaseFolding.txt, without the Turkic mappings) of the NFC form. `STRASSE` =
 * `straße`, `ΟΔΟΣ` = `οδος`; `ı` and `i` stay different.
 *
 * The result is composed again: ǰ̣ composes in lower case and has no composed capital, so folding would leave its
 * marks in another order than those of J̣̌. It also makes folding idempotent.
 *
 * Derived from JavaScript's case mappings. The result agrees with PostgreSQL 18's `casefold` on every code point of
 * Unicode 16 (see `text.spec.ts`).
 */
export function foldCase(text: string): string {
  const composed = normalize(text);
  let folded = '';
  // One code point at a time: over a whole text, toLowerCase turns a final Σ into ς.
  for (const character of composed) folded += foldCodePoint(character);
  return normalize(folded);
}

// CaseFolding.txt folds Cherokee to capitals: its small letters were added later, in Unicode 8.
const CHEROKEE = /[\u13a0-\u13ff\uab70-\uabbf]/u;
const DOTLESS_I = 'ı';

function foldCodePoint(character: string): string {
  // The capital of this letter is I, whose small letter is i.
  if (character === DOTLESS_I) return character;
  if (CHEROKEE.test(character)) return character.toUpperCase();
  // Lower first: ẞ is its own capital. Upper: ß is SS, ſ is S, ς is Σ. Lower again: what all case forms share.
  return character.toLowerCase().toUpperCase().toLowerCase();
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

// Line and paragraph separators break lines too.
const CONTROLS = /[\p{Cc}\u2028\u2029]/u;

/** Completes "FIELD …". */
export function controlProblem(text: string): string | undefined {
  return CONTROLS.test(text) ? 'must not hold control characters' : undefined;
}

/** Breaks a line, moves a cursor, reverses the writing direction, or is half of a character. */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const UNPRINTABLE_RUN = new RegExp(`${UNPRINTABLE.source}+`, 'gu');

/** Foreign text as one line of at most `length` code points. */
export function oneLine(text: string, length: number): string {
  return firstCodePoints(text, length).replace(UNPRINTABLE_RUN, ' ');
}
