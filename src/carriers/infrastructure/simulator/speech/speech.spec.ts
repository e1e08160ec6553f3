import { LANGUAGES } from '../../../../shared-kernel/language';
import { speechOf } from './speech';
import type { SpeechPack } from './speech-pack';

/** Paths of all lists of phrases. */
function listsOf(value: unknown, path = ''): [string, readonly unknown[]][] {
  if (Array.isArray(value)) return [[path, value.flat()]];
  return Object.entries(value as object).flatMap(([name, inner]) => listsOf(inner, `${path}.${name}`));
}

const listNames = (pack: SpeechPack) => listsOf(pack).map(([path]) => path);

describe.each(LANGUAGES)('the phrases of contacts in %s', (language) => {
  const pack = speechOf(language);

  it('cover every situation', () =>
    expect(listNames(pack).sort()).toEqual(listNames(speechOf('english')).sort()));

  it('have a text wherever a phrase is needed', () => {
    for (const [path, phrases] of listsOf(pack)) {
      expect([path, phrases]).toEqual([path, expect.arrayContaining([expect.any(String)])]);
      expect([path, phrases.filter((phrase) => typeof phrase !== 'string')]).toEqual([path, []]);
    }
  });
});
