import { AGENT_LIMITS } from './agent-limits';
import { LANGUAGE_NAMES, spokenLanguage } from '../../src/agents/domain/languages';
import { engineOf, ENGINE_IDS, speaks } from '../../src/agents/domain/voice-catalogue';
import { LIMITS, RANGES, RULES_BYTES } from '../../web/src/lib/agent/limits';
import { languagesOf, speaks as speaksInEditor } from '../../web/src/lib/agent/voices';

/** The console shows rules of the service beside its fields; here they are held to be the same. */
describe("the console's editor of agents", () => {
  it('counts up to the same limits', () => {
    const { pronunciations, handoffNumbers, sendRules, voicemailMessage, ...own } = AGENT_LIMITS;
    const list = ({ maxItems, maxLength }: { maxItems: number; maxLength: number }) => ({
      entries: maxItems,
      length: maxLength,
    });
    expect(LIMITS).toEqual({
      name: { length: own.name.maxLength },
      opening_line: { length: own.openingLine.maxLength },
      system_prompt: { length: own.systemPrompt.maxLength },
      extraction_questions: list(own.extractionQuestions),
      dispositions: list(own.dispositions),
      handoff_numbers: { entries: handoffNumbers.maxItems },
      'voicemail.message': { length: voicemailMessage.maxLength },
      keyterms: list(own.keyterms),
      pronunciations: { entries: pronunciations.maxItems },
      'pronunciations.text': { length: pronunciations.text.maxLength },
      'pronunciations.say': { length: pronunciations.say.maxLength },
      send_rules: { entries: sendRules.maxItems },
    });
    expect(RULES_BYTES).toBe(sendRules.maxBytes);
    const range = ({ min, max }: { min: number; max: number }) => [min, max];
    expect(RANGES).toEqual({
      max_call_minutes: range(own.maxCallMinutes),
      pace: range(own.pace),
      temperature: range(own.temperature),
      voice_modulation: range(own.voiceModulation),
    });
  });

  it.each(ENGINE_IDS)('offers the languages that %s speaks, and only those that may be set', (id) => {
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
