import { LANGUAGE_NAMES, LANGUAGE_OPTIONS, codeOfTag, resolveLanguage, spokenLanguage } from './languages';

/** The languages of the API's description with their codes. */
const DESCRIPTION = {
  hinglish: 'hi',
  hindi: 'hi',
  english: 'en',
  punjabi: 'pa',
  marathi: 'mr',
  gujarati: 'gu',
  bengali: 'bn',
  tamil: 'ta',
  telugu: 'te',
  kannada: 'kn',
  malayalam: 'ml',
  odia: 'or',
};

describe('languages', () => {
  it('are the twelve names of the description', () =>
    expect(LANGUAGE_NAMES).toEqual(Object.keys(DESCRIPTION)));

  it.each(Object.entries(DESCRIPTION))('give %s the code %s, and a tag of India', (name, code) => {
    expect(resolveLanguage(name)).toEqual({ name, code, tag: null });
    if (name === 'hinglish') return;
    expect(resolveLanguage(code)).toEqual({ name, code, tag: null });
    expect(resolveLanguage(`${code}-IN`)).toEqual({ name, code, tag: `${code}-IN` });
  });

  it.each(LANGUAGE_OPTIONS)('accept %s in any case', (text) => {
    const language = resolveLanguage(text);
    expect(language).toBeDefined();
    expect(resolveLanguage(text.toUpperCase())).toBe(language);
    expect(resolveLanguage(text.toLowerCase())).toBe(language);
  });

  it('have each option once', () =>
    expect(new Set(LANGUAGE_OPTIONS.map((text) => text.toLowerCase())).size).toBe(LANGUAGE_OPTIONS.length));

  it.each(['en-US', 'en-GB', 'en-AU', 'EN-in'])('accept %s as English', (tag) =>
    expect(resolveLanguage(tag)?.name).toBe('english'),
  );

  it.each(['hi-Latn', 'hi-latn-in'])('accept %s, Hindi in Latin letters, as Hinglish', (tag) =>
    expect(resolveLanguage(tag)?.name).toBe('hinglish'),
  );

  it.each([
    '',
    ' ',
    'hi ',
    ' hindi',
    'hi_IN',
    'hi-',
    'hi-US',
    'hi-IN-x',
    'hin',
    'en-XX',
    'en-',
    'pa-PK',
    'bn-BD',
    'french',
    'fr',
    'fr-FR',
    'urdu',
    'ur',
    'ur-IN',
    'od',
    'od-IN',
    'oriya',
    'हिन्दी',
    'hindí',
    '__proto__',
  ])('reject %j', (text) => expect(resolveLanguage(text)).toBeUndefined());

  it('speak Hindi for null, which is Hindi or Hinglish', () => {
    expect(spokenLanguage(null)).toEqual({ name: 'hindi', code: 'hi', tag: null });
    expect(spokenLanguage('Odia')?.code).toBe('or');
    expect(spokenLanguage('x')).toBeUndefined();
  });

  it.each([
    ['hi-IN', 'hi'],
    ['en', 'en'],
  ])('return the code of %s: %s', (tag, code) => expect(codeOfTag(tag)).toBe(code));
});
