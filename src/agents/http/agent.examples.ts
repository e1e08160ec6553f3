import type { AgentView } from '../application/agent.view';

export type FullAgentView = Required<AgentView>;

export const AGENT_EXAMPLE: FullAgentView = {
  id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as',
  object: 'agent',
  name: 'Admissions, Hinglish',
  enabled: true,
  direction: 'outbound',
  language: 'hinglish',
  tts_model: 'google',
  voice: 'Aoede',
  opening_line:
    'Namaste {{contact_name}}, this is Asha from the admissions office. You asked about {{course}}?',
  system_prompt: 'You help callers choose a course. Ask one question at a time.',
  extraction_questions: ['Which course is the contact interested in?'],
  dispositions: ['Interested', 'Not_Interested'],
  handoff_numbers: ['+919876543210'],
  max_call_minutes: null,
  pace: 1.1,
  temperature: null,
  voice_modulation: null,
  booking_page_id: null,
  send_rules: [{ action_type: 'send_email', message_body: 'Here is the brochure.' }],
  voicemail: { action: 'leave_message', message: null },
  interruption: 'normal',
  patience: 'normal',
  keyterms: ['B.Tech'],
  pronunciations: [{ text: 'B.Tech', say: 'bee tech' }],
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
  name: 'Asha, smallest',
  language: null,
  opening_line: 'Namaste {{contact_name}}, this is Asha.',
  extraction_questions: [],
  dispositions: [],
  handoff_numbers: [],
  pace: null,
  send_rules: [],
  keyterms: [],
  pronunciations: [],
  is_default: false,
  variables: [],
};
