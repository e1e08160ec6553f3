import { DomainError, type ErrorCode } from '../../platform/kernel/domain-error';
import { Agent, type AgentChange } from './agent';
import { type AgentPatch, type NewAgent, SETTINGS } from './agent-fields';
import type { AgentState } from './agent-state';
import { type ExpectedVersion, expectedVersion } from '../../platform/kernel/resource-version';
import { LANGUAGE_OPTIONS } from './languages';
import { ENGINE_IDS, engineOf, enginesSpeaking, voicesSpeaking } from './voice-catalogue';

const known = {
  bookingPages: new Set(['bpage_1']),
  whatsappTemplates: new Set(['welcome']),
  tools: new Set(['tool_1', 'tool_2']),
};
const none = {
  bookingPages: new Set<string>(),
  whatsappTemplates: new Set<string>(),
  tools: new Set<string>(),
};
const CREATED = new Date('2026-11-20T09:15:00.123Z');
const LATER = new Date('2026-11-20T10:00:00.000Z');
const ANY: ExpectedVersion = [];
const STALE = expectedVersion({ expectedUpdatedAt: '2026-11-20T09:15:00.122Z' }).version;
const REQUIRED = { name: 'Asha', openingLine: 'Hello {{name}}', systemPrompt: 'You sell courses.' };

const create = (input: Partial<NewAgent> = {}, targets = known): Agent =>
  Agent.create(
    { ...REQUIRED, ...input },
    { id: 'agent_1', accountId: 'acct_1', known: targets, now: CREATED },
  );

const stored = (state: Partial<AgentState> = {}): Agent => new Agent({ ...create().state, ...state });

const change = (agent: Agent, patch: AgentPatch, expected = ANY): AgentChange =>
  agent.change(patch, { expected, known, now: LATER });

function refusal(action: () => unknown): DomainError {
  try {
    action();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('a new agent', () => {
  it('has the defaults of the description', () =>
    expect(create().state).toEqual({
      ...REQUIRED,
      id: 'agent_1',
      accountId: 'acct_1',
      nameFolded: 'asha',
      enabled: true,
      direction: 'outbound',
      language: null,
      ttsModel: 'google',
      voice: 'Aoede',
      extractionQuestions: [],
      dispositions: [],
      handoffNumbers: [],
      maxCallMinutes: null,
      pace: null,
      temperature: null,
      voiceModulation: null,
      bookingPageId: null,
      sendRules: [],
      voicemail: { action: 'leave_message', message: null },
      interruption: 'normal',
      patience: 'normal',
      keyterms: [],
      pronunciations: [],
      toolIds: [],
      builtInTools: [],
      speechCacheMode: 'off',
      usesContactName: true,
      variables: [],
      createdAt: CREATED,
      updatedAt: CREATED,
    }));

  it('accepts null for an optional field as left out', () => {
    const optional = SETTINGS.filter((field) => !(field in REQUIRED));
    expect(create(Object.fromEntries(optional.map((field) => [field, null]))).state).toEqual(create().state);
  });

  it('stores every field that was sent', () => {
    const input: NewAgent = {
      name: '  Straße ',
      openingLine: ' Hi ',
      systemPrompt: ' x\n',
      enabled: false,
      direction: 'both',
      language: 'EN-us',
      ttsModel: 'azure',
      voice: 'en-US-GuyNeural',
      extractionQuestions: ['Which course?'],
      dispositions: ['Hot'],
      handoffNumbers: ['+919812345678'],
      maxCallMinutes: 30,
      pace: 0.5,
      temperature: 0.01,
      voiceModulation: 2.5,
      bookingPageId: 'bpage_1',
      sendRules: [{ action_type: 'send_whatsapp', template_name: 'welcome', when: {} }],
      toolIds: ['tool_2', 'tool_1'],
      builtInTools: ['schedule_callback'],
    };
    expect(create(input).state).toMatchObject({ ...input, name: 'Straße', nameFolded: 'strasse' });
  });

  it.each([
    [{}, 'Aoede'],
    [{ ttsModel: 'sarvam', language: 'odia' }, 'shubh'],
    [{ ttsModel: 'azure' }, 'hi-IN-SwaraNeural'],
    [{ ttsModel: 'azure', language: 'TAMIL' }, 'ta-IN-PallaviNeural'],
    [{ ttsModel: 'azure', language: 'en-GB' }, 'en-GB-SoniaNeural'],
  ])('chooses a voice: %j gets %s', (input, voice) => expect(create(input).state.voice).toBe(voice));

  it.each([
    [null, 10],
    [30, 30],
  ])('limits a call with max_call_minutes %s to %d', (maxCallMinutes, minutes) =>
    expect(create({ maxCallMinutes }).callMinutes).toBe(minutes),
  );
});

const google = engineOf('google')!;
const azure = engineOf('azure')!;
const ids = (voices: readonly { id: string }[]): string[] => voices.map(({ id }) => id);

/** Patches with one error each, in the order of the checks, with the reported details. */
const WRONG: readonly (readonly [AgentPatch, ErrorCode, field: string, valid: readonly string[]])[] = [
  [{ ttsModel: 'nokia' }, 'unsupported_tts_model', 'tts_model', ENGINE_IDS],
  [{ language: 'klingon' }, 'unsupported_language', 'language', LANGUAGE_OPTIONS],
  [{ voice: 'alloy' }, 'invalid_voice', 'voice', ids(google.voices)],
  [
    { ttsModel: 'azure', voice: 'en-IN-PrabhatNeural' },
    'voice_language_mismatch',
    'voice',
    ids(voicesSpeaking(azure, null)),
  ],
  [{ bookingPageId: 'bpage_9' }, 'booking_page_not_found', 'booking_page_id', ['bpage_1']],
  [
    { sendRules: [{ action_type: 'send_whatsapp', template_name: 'x' }] },
    'invalid_agent',
    'send_rules[0].template_name',
    ['welcome'],
  ],
];

describe('invalid agents', () => {
  it.each(WRONG)(
    'are rejected with a field error in a new agent and in a change: %j, %s',
    (wrong, code, field, valid) => {
      for (const action of [() => create(wrong), () => change(stored(), wrong)]) {
        const error = refusal(action);
        expect(error.code).toBe(code);
        expect(error.details).toEqual({ field, valid });
        expect(error.message).toContain(valid[0]);
        expect(error.message.length).toBeLessThan(300);
      }
    },
  );

  it('are rejected for the first reason in the order of the checks', () => {
    // Each error takes precedence over all later ones, and a version conflict over all.
    WRONG.forEach(([wrong, code], index) => {
      const after: AgentPatch = Object.assign(
        {},
        ...WRONG.slice(index)
          .map(([patch]) => patch)
          .reverse(),
        wrong,
      );
      expect(refusal(() => create(after)).code).toBe(code);
      expect(refusal(() => change(stored(), after)).code).toBe(code);
      expect(refusal(() => change(stored(), after, STALE)).code).toBe('version_conflict');
    });
  });

  it.each([
    ['elevenlabs', 'punjabi'],
    ['google', 'odia'],
    ['openai', 'te-IN'],
  ])('are rejected with the engines that speak the language (%s, %s)', (ttsModel, language) => {
    const voice = engineOf(ttsModel)!.voices[0]!.id;
    for (const input of [
      { ttsModel, language },
      { ttsModel, language, voice },
    ]) {
      const error = refusal(() => create(input));
      expect(error.code).toBe('voice_language_mismatch');
      expect(error.details).toEqual({ field: 'tts_model', valid: enginesSpeaking(language) });
    }
  });

  it('are rejected with every voice of an engine that does not speak the language', () => {
    const error = refusal(() => create({ ttsModel: 'openai', language: 'odia', voice: 'x' }));
    expect(error.details).toEqual({ field: 'voice', valid: ids(engineOf('openai')!.voices) });
  });

  it('are rejected with the reason that the account has no booking page', () => {
    const error = refusal(() => create({ bookingPageId: 'bpage_1' }, none));
    expect(error.details).toEqual({ field: 'booking_page_id', valid: [] });
    expect(error.message).toContain('The account has none.');
  });

  it('are rejected without repeating a long value', () => {
    const error = refusal(() => create({ voice: '😀'.repeat(100_000) }));
    expect(error.message.length).toBeLessThan(300);
    expect(error.message).not.toMatch(/\p{Surrogate}/u);
  });
});

describe('warnings of an agent', () => {
  const ALL = { pace: 1, temperature: 1, voiceModulation: 1 };

  it.each(ENGINE_IDS)('name each setting that %s does not support', (ttsModel) => {
    const { supports } = engineOf(ttsModel)!;
    const fields = [
      ...(supports.pace ? [] : ['pace']),
      ...(supports.temperature ? [] : ['temperature']),
      ...(supports.voiceModulation ? [] : ['voice_modulation']),
    ];
    const warnings = create({ ttsModel, ...ALL }).warnings;
    expect(warnings.map(({ field, code }) => [field, code])).toEqual(
      fields.map((field) => [field, 'not_supported_by_engine']),
    );
    for (const warning of warnings) expect(warning.message).toContain(ttsModel);
    expect(create({ ttsModel }).warnings).toEqual([]);
  });
});
