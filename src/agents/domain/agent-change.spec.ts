import { DomainError, type ErrorCode } from '../../platform/kernel/domain-error';
import { Agent, type AgentChange } from './agent';
import { type AgentPatch, SETTINGS } from './agent-fields';
import type { AgentState } from './agent-state';
import { type ExpectedVersion, expectedVersion } from '../../platform/kernel/resource-version';

const known = {
  bookingPages: new Set(['bpage_1']),
  whatsappTemplates: new Set(['welcome']),
  tools: new Set(['tool_1']),
};
const CREATED = new Date('2026-11-20T09:15:00.123Z');
const LATER = new Date('2026-11-20T10:00:00.000Z');
const ANY: ExpectedVersion = [];
const STALE = expectedVersion({ expectedUpdatedAt: '2026-11-20T09:15:00.122Z' }).version;
const REQUIRED = { name: 'Asha', openingLine: 'Hello {{name}}', systemPrompt: 'You sell courses.' };

const NEW = Agent.create(REQUIRED, { id: 'agent_1', accountId: 'acct_1', known, now: CREATED });

const stored = (state: Partial<AgentState> = {}): Agent => new Agent({ ...NEW.state, ...state });

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

describe('a change of an agent', () => {
  const NEW_VALUES: { readonly [Field in keyof Required<AgentPatch>]: AgentState[Field] } = {
    name: 'Ravi',
    enabled: false,
    direction: 'both',
    language: 'hindi',
    ttsModel: 'google',
    voice: 'Puck',
    openingLine: 'Namaste {{course}}',
    systemPrompt: 'Listen.',
    extractionQuestions: ['Why?'],
    dispositions: ['Hot'],
    handoffNumbers: ['+919812345678'],
    maxCallMinutes: 5,
    pace: 1,
    temperature: 1,
    voiceModulation: 1,
    bookingPageId: 'bpage_1',
    sendRules: [{ action_type: 'send_email', message_body: 'x' }],
    voicemail: { action: 'hang_up', message: null },
    interruption: 'low',
    patience: 'patient',
    keyterms: ['B.Tech'],
    pronunciations: [{ text: 'B.Tech', say: 'bee tech' }],
    toolIds: ['tool_1'],
    builtInTools: ['schedule_callback'],
  };

  it.each(SETTINGS.filter((field) => field !== 'ttsModel'))('sets %s, the time and nothing else', (field) => {
    const agent = stored();
    const before = agent.state;
    expect(change(agent, { [field]: NEW_VALUES[field] }).changed).toBe(true);
    const derived =
      field === 'name'
        ? { nameFolded: 'ravi' }
        : field === 'openingLine'
          ? { usesContactName: false, variables: ['course'] }
          : {};
    expect(agent.state).toEqual({ ...before, [field]: NEW_VALUES[field], ...derived, updatedAt: LATER });
    // The state that was read is not mutated.
    expect(before.updatedAt).toEqual(CREATED);
  });

  it.each([
    ['nothing', {}],
    [
      'every value as it is',
      { ...REQUIRED, enabled: true, language: null, voice: 'Aoede', dispositions: [] },
    ],
    ['undefined', { name: undefined, enabled: undefined }],
    ['the name with blanks around', { name: ' Asha\n' }],
  ])('leaves updated_at when it sends %s', (_, patch: AgentPatch) => {
    const agent = stored();
    const before = agent.state;
    expect(change(agent, patch)).toEqual({ changed: false, stoppedCalling: false, startedCalling: false });
    expect(agent.state).toBe(before);
  });

  it('leaves updated_at when it sends a rule with its keys in another order', () => {
    const rule = { action_type: 'send_email', message_body: 'x', when: { a: 1, b: [2] } };
    const agent = stored({ sendRules: [rule] });
    const same = { when: { b: [2], a: 1 }, message_body: 'x', action_type: 'send_email' };
    expect(change(agent, { sendRules: [same] }).changed).toBe(false);
  });

  it('is rejected for its version alone when it changes nothing', () => {
    const agent = stored({ bookingPageId: 'bpage_gone' });
    expect(change(agent, {}).changed).toBe(false);
    const error = refusal(() => change(agent, {}, STALE));
    expect(error.details).toEqual({ updated_at: CREATED.toISOString() });
  });

  it('is validated as the whole agent it would become', () => {
    const agent = stored({ bookingPageId: 'bpage_gone' });
    expect(refusal(() => change(agent, { name: 'Ravi' })).code).toBe('booking_page_not_found');
    expect(agent.state.name).toBe('Asha');
    expect(change(agent, { name: 'Ravi', bookingPageId: null }).changed).toBe(true);
  });

  it.each([
    [{ ttsModel: 'azure' }, 'invalid_voice'],
    [{ ttsModel: 'azure', voice: 'Aoede' }, 'invalid_voice'],
    [{ ttsModel: 'azure', voice: 'hi-IN-SwaraNeural' }, null],
    [{ ttsModel: 'azure', voice: 'ta-IN-PallaviNeural' }, 'voice_language_mismatch'],
    [{ ttsModel: 'azure', voice: 'ta-IN-PallaviNeural', language: 'tamil' }, null],
    [{ language: 'odia' }, 'voice_language_mismatch'],
  ])('is validated: %j: %s', (patch, code) => {
    if (code) expect(refusal(() => change(stored(), patch)).code).toBe(code);
    else expect(change(stored(), patch).changed).toBe(true);
  });

  it('increases updated_at although the clock stands still or goes back', () => {
    const agent = stored();
    for (let save = 1; save <= 3; save += 1) {
      agent.change({ name: `Asha ${save}` }, { expected: ANY, known, now: new Date(0) });
      expect(agent.state.updatedAt.getTime()).toBe(CREATED.getTime() + save);
    }
  });

  it('rejects a key that is not a setting', () => {
    const agent = stored();
    const patch = {
      id: 'agent_2',
      accountId: 'acct_2',
      updatedAt: new Date(0),
      speechCacheMode: 'full',
    } as AgentPatch;
    expect(change(agent, patch).changed).toBe(false);
    expect(agent.state.id).toBe('agent_1');
  });
});

/** Whether an agent can call out, by `enabled` and `direction`. */
const CAN_CALL: readonly (readonly [AgentState['enabled'], AgentState['direction'], ErrorCode | null])[] = [
  [true, 'outbound', null],
  [true, 'both', null],
  [true, 'inbound', 'agent_inbound_only'],
  [false, 'outbound', 'agent_disabled'],
  [false, 'both', 'agent_disabled'],
  [false, 'inbound', 'agent_disabled'],
];

describe('calling out', () => {
  describe.each(CAN_CALL)('enabled %s, direction %s', (enabled, direction, code) => {
    it(`is ${code ?? 'allowed'}`, () => {
      const agent = stored({ enabled, direction });
      expect(agent.canCallOut).toBe(code === null);
      if (code)
        expect(refusal(() => agent.assertCanCallOut())).toMatchObject({
          code,
          details: { agent_id: 'agent_1' },
        });
      else expect(() => agent.assertCanCallOut()).not.toThrow();
    });

    it.each(CAN_CALL)(
      'follows a change to enabled %s, direction %s',
      (enabledThen, directionThen, codeThen) => {
        const { changed, ...effect } = change(stored({ enabled, direction }), {
          enabled: enabledThen,
          direction: directionThen,
        });
        expect(changed).toBe(enabled !== enabledThen || direction !== directionThen);
        expect(effect).toEqual({
          stoppedCalling: code === null && codeThen !== null,
          startedCalling: code !== null && codeThen === null,
        });
      },
    );

    it('ends with disable, which is idempotent, also after its booking page was removed', () => {
      const agent = stored({ enabled, direction, bookingPageId: 'bpage_gone' });
      expect(agent.disable(LATER)).toEqual({
        changed: enabled,
        stoppedCalling: code === null,
        startedCalling: false,
      });
      expect(agent.canCallOut).toBe(false);
      expect(agent.state.updatedAt).toEqual(enabled ? LATER : CREATED);
      expect(agent.disable(LATER).changed).toBe(false);
    });
  });
});

describe('setSpeechCacheMode', () =>
  it('is a save, unless the mode is equal', () => {
    const agent = stored();
    expect(agent.setSpeechCacheMode('off', LATER).changed).toBe(false);
    expect(agent.setSpeechCacheMode('full', LATER).changed).toBe(true);
    expect(agent.state).toMatchObject({ speechCacheMode: 'full', updatedAt: LATER });
  }));
