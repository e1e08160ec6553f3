import {
  type Answer,
  answer,
  baseOf,
  constant,
  type Field,
  id,
  inline,
  instant,
  refTo,
  text,
} from '../../platform/http/answers/answer';
import { API_VERSION } from '../../platform/http/api-version';
import type { EventType } from '../domain/webhook-event';

interface EventView {
  id: string;
  object: 'event';
  type: EventType;
  created_at: string;
  api_version: string;
  data: object;
}

const ANY_EVENT = {
  id: id('evt', 'Unique; also in the headers Service-Event-Id and webhook-id. Skip ids already handled.'),
  object: constant('event'),
  created_at: instant('When the event was made.'),
  api_version: text('The version of the interface description.'),
};
const BASE = baseOf('EventFields', 'What every event has.', ANY_EVENT);

function event(type: EventType, name: string, when: string, data: Field<false, false>, example: object) {
  return answer<EventView>(
    name,
    when,
    { ...ANY_EVENT, type: constant(type), data },
    {
      id: 'evt_01kaf5z6a9s2d5f8g1h4j7k0l3',
      object: 'event',
      type,
      created_at: '2026-11-20T09:16:26.100Z',
      api_version: API_VERSION,
      data: example,
    },
    BASE,
  );
}

function resource(name: string): Field<false, false> {
  return { schema: refTo(name), parts: [], optional: false, nullable: false };
}

const CALL = {
  id: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn',
  object: 'call',
  direction: 'outbound',
  status: 'no_answer',
  agent_id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as',
  phone_number: '+919876540003',
  contact: {},
  variables: {},
  metadata: {},
  test: false,
  created_at: '2026-11-20T09:15:00.123Z',
  dialed_at: '2026-11-20T09:15:00.480Z',
  ended_at: '2026-11-20T09:15:45.502Z',
  outcome: null,
};

const COMPLETED_CALL = {
  ...CALL,
  status: 'completed',
  phone_number: '+919876540001',
  duration_seconds: 40,
  answered_by: 'human',
  ended_by: 'contact',
  recording_url: `http://127.0.0.1:3000/recordings/${CALL.id}.1795252581.Zm9yIGV4YW1wbGU`,
  recording_expires_at: '2026-11-21T09:16:25.000Z',
  outcome: {
    disposition: 'Interested',
    summary: 'The contact wants to join B.Com in July.',
    answers: { 'Which course is the contact interested in?': 'B.Com' },
    lead_rating: 8,
    callback_requested: false,
    callback_time_text: null,
    follow_up: 'CALL',
    follow_up_note: null,
    meeting: null,
    tools: [],
    transcript: [
      { speaker: 'agent', text: 'Namaste, main Asha bol rahi hoon.', start_ms: 0, end_ms: 2_400 },
      { speaker: 'contact', text: 'Haan, mujhe B.Com karna hai.', start_ms: 2_900, end_ms: 4_700 },
    ],
  },
};

const HUMAN_CALL = {
  id: 'hcall_01kaf6a3t5y7u9i1o2p4a6s8d0',
  object: 'human_call',
  status: 'no_answer',
  no_answer_by: 'contact',
  counsellor: { id: 'csl_01kaf5s1w3e5r7t9y2u4i6o8p0', name: 'Meera Nair', email: 'meera@example.com' },
  phone_number: '+919876540003',
  contact: {},
  crm_lead_linked: false,
  metadata: {},
  analyze: true,
  status_updates: 'realtime',
  created_at: '2026-11-20T09:15:00.123Z',
  dialed_at: '2026-11-20T09:15:00.480Z',
  answered_at: null,
  ended_at: '2026-11-20T09:15:50.502Z',
  duration_seconds: null,
  recording_url: null,
  recording_expires_at: null,
  disposition: null,
  analysis: { status: 'skipped', reason: 'no_recording' },
  cost: { credits: 0, talk_seconds: 0, billed_by: 'credits' },
};

const MESSAGE = { message: 'This is a test of your webhook endpoint.' };

export const EVENTS: Readonly<Record<EventType, Answer>> = {
  'call.completed': event(
    'call.completed',
    'CallCompletedEvent',
    'An AI call connected and is final; data.outcome holds the result.',
    resource('Call'),
    COMPLETED_CALL,
  ),
  'call.not_connected': event(
    'call.not_connected',
    'CallNotConnectedEvent',
    'An AI call ended without connecting: status no_answer, busy, failed, canceled or expired.',
    resource('Call'),
    CALL,
  ),
  'webhook.test': event(
    'webhook.test',
    'WebhookTestEvent',
    'Only on POST /webhook/test.',
    inline<{ message: string }>('Nothing to act on.', { message: text('For people.') }),
    MESSAGE,
  ),
  'human_call.analysis_ready': event(
    'human_call.analysis_ready',
    'HumanCallAnalysisReadyEvent',
    'The analysis of a human call created with analyze true is ready, was skipped or failed.',
    resource('HumanCall'),
    HUMAN_CALL,
  ),
};
