import { snakeCased } from '../../platform/kernel/snake-case';
import type { AgentView } from '../application/agent.view';
import { type NewAgent, SETTINGS } from '../domain/agent-fields';
import { withDefaults } from '../domain/agent-state';

export type FullAgentView = Required<AgentView>;

/** Settings that are not given have their defaults. */
function settings(given: NewAgent) {
  return snakeCased({ ...withDefaults(given), voice: 'Aoede' }, SETTINGS);
}

export const AGENT_EXAMPLE: FullAgentView = {
  id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as',
  object: 'agent',
  ...settings({
    name: 'Admissions, Hinglish',
    language: 'hinglish',
    openingLine:
      'Namaste {{contact_name}}, this is Asha from the admissions office. You asked about {{course}}?',
    systemPrompt: 'You help callers choose a course. Ask one question at a time.',
    extractionQuestions: ['Which course is the contact interested in?'],
    dispositions: ['Interested', 'Not_Interested'],
    handoffNumbers: ['+919876543210'],
    pace: 1.1,
    sendRules: [{ action_type: 'send_email', message_body: 'Here is the brochure.' }],
    keyterms: ['B.Tech'],
    pronunciations: [{ text: 'B.Tech', say: 'bee tech' }],
    builtInTools: ['schedule_callback'],
  }),
  is_default: true,
  speech_cache_mode: 'off',
  configuration: 'full',
  uses_contact_name: true,
  variables: ['course'],
  created_at: '2026-11-20T09:15:00.123Z',
  updated_at: '2026-11-20T09:15:00.123Z',
};

export const SMALLEST_AGENT: FullAgentView = {
  ...AGENT_EXAMPLE,
  ...settings({
    name: 'Asha, smallest',
    openingLine: 'Namaste {{contact_name}}, this is Asha.',
    systemPrompt: AGENT_EXAMPLE.system_prompt,
  }),
  is_default: false,
  variables: [],
};
