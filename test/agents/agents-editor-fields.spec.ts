import { LANGUAGE_NAMES, spokenLanguage } from '../../src/agents/domain/languages';
import { engineOf, ENGINE_IDS, speaks } from '../../src/agents/domain/voice-catalogue';
import { languagesOf, speaks as speaksInEditor } from '../../web/src/lib/agent/voices';

/** The console shows rules of the service beside its fields; here they are held to be the same. */
describe('the agent editor of the console', () => {
  it.each(ENGINE_IDS)('offers the languages of %s that may be set', (id) => {
    const engine = engineOf(id)!;
    for (const language of ['', ...LANGUAGE_NAMES]) {
      const stored = language === '' ? null : language;
      expect([language, speaksInEditor(engine, language)]).toEqual([language, speaks(engine, stored)]);
    }
    for (const language of languagesOf(engine).filter((one) => one !== '')) {
      expect([language, spokenLanguage(language)]).toEqual([language, expect.anything()]);
      expect(speaks(engine, language)).toBe(true);
    }
  });
});
