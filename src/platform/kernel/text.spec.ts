import fc from 'fast-check';
import {
  codePointLength,
  firstCodePoints,
  foldCase,
  hasForbiddenCharacters,
  normalize,
  storable,
  storablePieces,
  utf8Length,
} from './text';

describe('codePointLength', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['नाम', 3],
    ['😀', 1],
    ['😀😀', 2],
    ['👩‍👩‍👧', 5],
    ['\ud83d', 1],
    ['\ude00\ud83d', 2],
    ['\ud83d\ud83d\ude00', 2],
    ['e\u0301', 2],
  ])('counts %j as %d', (text, length) => expect(codePointLength(text)).toBe(length));

  it('returns the number of code points of any text, lone surrogates included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (a, b) =>
        expect(codePointLength(a + b)).toBe(Array.from(a + b).length),
      ),
    );
  });
});

describe('utf8Length', () => {
  it('returns the length of any text as it is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (a, b) =>
        expect(utf8Length(a + b)).toBe(new TextEncoder().encode(a + b).length),
      ),
    );
    expect(utf8Length('aéन😀\ud83d')).toBe(1 + 2 + 3 + 4 + 3);
  });
});

describe('hasForbiddenCharacters', () => {
  it.each(['\0', 'a\0b', '\ud83d', '\ude00', 'a\ude00\ud83db', '😀\ud83d'])('rejects %j', (text) =>
    expect(hasForbiddenCharacters(text)).toBe(true),
  );

  it.each(['', 'abc', '😀', 'नाम\n\t', '\u0001\ufffe\u{10ffff}', '\\u0000'])('accepts %j', (text) =>
    expect(hasForbiddenCharacters(text)).toBe(false),
  );
});

/**
 * Answers of PostgreSQL 18.4 to `normalize(casefold(normalize(s, NFC) COLLATE pg_unicode_fast), NFC)`. Comparing all
 * 292,530 code points of Unicode 16 and 20,000 difficult mixtures showed no difference (Node 20.20 has Unicode 17,
 * PostgreSQL 16). These are cases where a simpler derivation fails.
 */
const FOLDED_BY_POSTGRESQL: readonly (readonly [text: string, folded: string, why: string])[] = [
  ['STRASSE', 'strasse', 'capitals'],
  ['straße', 'strasse', 'ß is ss'],
  ['STRAẞE', 'strasse', 'ẞ is its own capital'],
  ['ſ', 's', 'long s'],
  ['Σ', 'σ', 'sigma'],
  ['ς', 'σ', 'final sigma'],
  ['ΟΔΟΣ', 'οδοσ', 'no final sigma at the end of a word'],
  ['ϐϑϕϖϰϱϵ', 'βθφπκρε', 'Greek symbols'],
  ['µ', 'μ', 'micro sign'],
  ['ᾳ ᾼ', 'αι αι', 'iota below is a letter of its own'],
  ['\u0345', 'ι', 'iota below alone'],
  ['ΐ \u1fd3', 'ΐ ΐ', 'composed again'],
  ['İ', 'i\u0307', 'dotted capital I'],
  ['ı', 'ı', 'dotless i, whose capital is I'],
  ['ﬁ ﬃ ﬅ ﬓ', 'fi ffi st մն', 'ligatures'],
  ['ŉ', 'ʼn', 'n with apostrophe'],
  ['ǆ ǅ Ǆ', 'ǆ ǆ ǆ', 'title case'],
  ['ẖ ǰ ẘ', 'ẖ ǰ ẘ', 'without a composed capital'],
  ['ẚ ẛ', 'aʾ ṡ', 'right half ring, long s with dot'],
  ['K Å Ω', 'k å ω', 'signs that are letters'],
  ['Ꭰ ꭰ', 'Ꭰ Ꭰ', 'Cherokee folds to capitals'],
  ['ᏸ Ᏸ', 'Ᏸ Ᏸ', 'Cherokee, the last six'],
  ['և', 'եւ', 'Armenian ligature'],
  ['Ა ა', 'ა ა', 'Georgian capitals'],
  ['Ⴀ ⴀ', 'ⴀ ⴀ', 'old Georgian'],
  ['ᲀ ꙋ ᲈ', 'в ꙋ ꙋ', 'Cyrillic variants'],
  ['𐐀', '𐐨', 'Deseret, beyond 16 bits'],
  ['𞤀', '𞤢', 'Adlam'],
  ['Ⅷ ⓐ Ａ', 'ⅷ ⓐ ａ', 'numerals, circled and wide letters'],
  ['लड़का', 'लड\u093cका', 'nukta: NFC takes it apart'],
];

describe('foldCase', () => {
  it.each(FOLDED_BY_POSTGRESQL)('folds %j to %j (%s)', (text, folded) => expect(foldCase(text)).toBe(folded));

  it('distinguishes the Turkish letters from i, like the folding without the Turkic mappings', () => {
    expect(foldCase('İzmir')).toBe(foldCase('i\u0307zmir'));
    expect(foldCase('İzmir')).not.toBe(foldCase('izmir'));
    expect(foldCase('ılgaz')).not.toBe(foldCase('ilgaz'));
  });

  // Letters that differ in case, composition or order of marks, from several scripts.
  const letters = 's S ß ẞ σ ς Σ i I İ ǰ J j ﬁ ﬃ ŉ K å Å Å Ά ΐ Ꭰ ꭰ ᏸ क \u0958 가 ᄀ ᅡ 𐐀 𐐨 և ẖ Ὦ'.split(' ');
  const marks = ['\u0307', '\u0323', '\u030c', '\u0301', '\u0327', '\u093c'];
  // Separate, because its capital is a letter to which the following marks attach.
  const iotaBelow = ['ᾳ', 'ᾼ', '\u0345'];
  const textOf = (parts: string[]): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(''));
  const plain = textOf([...letters, ...marks]);
  const text = textOf([...letters, ...marks, ...iotaBelow]);

  it('returns the same for canonically equivalent texts', () =>
    fc.assert(
      fc.property(text, (sample) => {
        expect(foldCase(sample.normalize('NFD'))).toBe(foldCase(sample));
        expect(foldCase(sample.normalize('NFC'))).toBe(foldCase(sample));
      }),
      { numRuns: 1_000 },
    ));

  it('returns the same for a text in capitals and in small letters', () =>
    fc.assert(
      fc.property(plain, (sample) => {
        expect(foldCase(sample.toUpperCase())).toBe(foldCase(sample));
        expect(foldCase(sample.toLowerCase())).toBe(foldCase(sample));
      }),
      { numRuns: 1_000 },
    ));

  it('is idempotent, and returns NFC', () =>
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (sample) => {
        const folded = foldCase(sample);
        expect(foldCase(folded)).toBe(folded);
        expect(folded.normalize('NFC')).toBe(folded);
      }),
      { numRuns: 1_000 },
    ));
});

describe('firstCodePoints', () => {
  it.each([
    ['', 3, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['\u{1F600}\u{1F600}', 1, '\u{1F600}'],
    ['\u{1F600}b', 2, '\u{1F600}b'],
    ['\ud83d\ud83d', 1, '\ud83d'],
    ['abc', 0, ''],
  ])('returns of %j the first %i: %j', (text, most, expected) =>
    expect(firstCodePoints(text, most)).toBe(expected),
  );
});

describe('normalized', () => {
  it('returns NFC for every usual text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) =>
        expect(normalize(text)).toBe(text.normalize('NFC')),
      ),
    );
  });

  it('is idempotent, also for a letter with very many marks', () => {
    const many = `a${'\u0301\u0327'.repeat(50)}`;
    expect(normalize(normalize(many))).toBe(normalize(many));
  });
});

describe('storable', () => {
  it.each([
    ['Ja\0 \ud83dja', 'Ja ja'],
    ['\ude00\ud83d', ''],
    ['\ud83d\0\ude00', ''],
    ['नाम 😀', 'नाम 😀'],
  ])('returns for %j: %j', (text, stored) => expect(storable(text)).toBe(stored));

  it('returns the same for pieces as for the whole, wherever it is cut', async () => {
    const unit = fc.constantFrom('a', '\0', '\ud83d', '\ude00', '😀');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit })), async (pieces) => {
        const stored: string[] = [];
        for await (const piece of storablePieces(each(pieces))) stored.push(piece);
        expect(stored.join('')).toBe(storable(pieces.join('')));
        expect(stored).not.toContain('');
      }),
    );
  });
});

// eslint-disable-next-line @typescript-eslint/require-await -- pieces come one after another.
async function* each(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}
