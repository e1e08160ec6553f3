import { fittingVoice, languagesOf, speaks, voicesOf } from './voices';

describe('the options of a voice engine', () => {
  const voice = (id: string, languages: string[], isDefault = false) => ({
    id,
    languages,
    default: isDefault,
  });
  const engine = {
    languages: ['hi-IN', 'en-IN', 'en-GB', 'or-IN'],
    voices: [
      voice('a', ['en-IN']),
      voice('b', ['hi-IN', 'en-IN'], true),
      voice('c', ['or-IN']),
      voice('d', ['en-GB']),
    ],
  };

  it('names the languages that it speaks, and the kinds of one', () =>
    expect(languagesOf(engine)).toEqual(['', 'hinglish', 'hindi', 'english', 'odia', 'en-IN', 'en-GB']));

  it.each([
    ['', true],
    ['Hinglish', true],
    ['hi', true],
    ['hi-Latn', true],
    ['or', true],
    ['tamil', false],
    ['klingon', false],
  ])('speak %j: %s', (language, is) => expect(speaks(engine, language)).toBe(is));

  it.each([
    ['', 'b', 'b'],
    ['english', 'a', 'a'],
    ['english', 'x', 'b'],
    ['en-GB', 'x', 'd'],
    ['en-GB', 'a', 'a'],
    ['odia', 'b', 'c'],
    ['tamil', 'a', 'a'],
    ['tamil', 'x', 'b'],
  ])('choose for %j after the voice %s: %s', (language, former, next) =>
    expect(fittingVoice(engine, language, former)).toBe(next),
  );

  it('offers the voices of a language', () =>
    expect(voicesOf(engine, 'english').map(({ id }) => id)).toEqual(['a', 'b', 'd']));
});
