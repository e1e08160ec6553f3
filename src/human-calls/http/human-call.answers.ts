import {
  answer,
  baseOf,
  choice,
  choiceOf,
  constant,
  decimal,
  flag,
  id,
  inline,
  instant,
  listOf,
  mapOf,
  nullable,
  one,
  optional,
  phone,
  text,
  whole,
  withExample,
} from '../../platform/http/answers/answer';
import { CONTACT, IDEMPOTENT_REPLAY, TRANSCRIPT } from '../../platform/http/answers/shared.answers';
import type { HumanCallView } from '../application/human-call.view';
import type { HumanCalls } from '../application/human-calls.service';
import type { AnalysisReason } from '../domain/human-call';
import { HUMAN_CALL_STATUSES } from '../domain/human-call-status';
import { DISPOSITION_LIMITS } from '../domain/human-call-state';

type QueuedView = Awaited<ReturnType<HumanCalls['queue']>>;
type Analysis = HumanCallView['analysis'];
type Completed = Extract<Analysis, { summary: unknown }>;
/** Fields other than `status` are present once the analysis is completed; `reason` when it failed or was skipped. */
type AnalysisView = Pick<Analysis, 'status'> & Partial<Omit<Completed, 'status'>> & { reason?: string };

const ANALYSIS = answer<AnalysisView>(
  'HumanCallAnalysis',
  'AI analysis; the fields beyond status are present once it is completed, the reason when it was skipped or failed.',
  {
    status: choiceOf<Analysis['status']>(
      {
        not_requested: true,
        waiting: true,
        processing: true,
        completed: true,
        failed: true,
        skipped: true,
      },
      'How far it is.',
    ),
    reason: optional(
      choiceOf<AnalysisReason>(
        {
          no_recording: true,
          not_transcribed: true,
          insufficient_credits: true,
          too_short: true,
          analyst_failed: true,
        },
        'Why there is none.',
      ),
    ),
    summary: optional(nullable(text('What was talked about.'))),
    sentiment: optional(
      choiceOf<Completed['sentiment']>(
        { positive: true, neutral: true, negative: true },
        'How the contact felt about it.',
      ),
    ),
    answers: optional(
      mapOf(nullable(text('The answer, only what was said.')), 'What was asked, with its answer, or null.'),
    ),
    follow_up: optional(nullable(choice(['CALL', 'CALL_LATER', 'SKIP'], 'What to do next.'))),
    follow_up_note: optional(nullable(text('Why, or what to mind.'))),
    transcript: optional(TRANSCRIPT),
    recorded_seconds: optional(whole('Length of the recording.')),
    credits: optional(decimal('What the analysis was charged with.', { minimum: 0 })),
  },
  { status: 'not_requested' },
);

const HCALL_ID = 'hcall_01kaf6a3t5y7u9i1o2p4a6s8d0';

export const DISPOSITION = inline<NonNullable<HumanCallView['disposition']>>(
  'The outcome that was recorded; null until set.',
  {
    label: text('What came of it.', { minLength: 1, maxLength: DISPOSITION_LIMITS.label }),
    note: nullable(text('More about it.', { maxLength: DISPOSITION_LIMITS.note })),
    recorded_by: choiceOf<'counsellor' | 'api'>({ counsellor: true, api: true }, 'Who recorded it.'),
    recorded_at: instant('When.'),
  },
);

const FIELDS = {
  id: id('hcall', 'Starts with hcall_.'),
  object: constant('human_call'),
  status: choice(HUMAN_CALL_STATUSES, 'Final are completed, no_answer, busy, failed and canceled.'),
  status_reason: optional(text('Plain-words reason a call waits or failed; present only when there is one.')),
  no_answer_by: nullable(
    choiceOf<NonNullable<HumanCallView['no_answer_by']>>(
      { counsellor: true, contact: true },
      'On no_answer or busy, when the provider says which phone did not pick up.',
    ),
  ),
  counsellor: inline<HumanCallView['counsellor']>('Who is rung first, as they were when it was asked for.', {
    id: id('csl', 'The counsellor.'),
    name: text('Name.'),
    email: text('E-mail address.'),
  }),
  phone_number: phone('The number of the contact, in E.164.'),
  contact: one(CONTACT),
  crm_lead_linked: flag('true when it was filed on the one lead in the account with this number.'),
  metadata: mapOf(null, 'Returned on the call and its webhooks, as sent.'),
  analyze: flag('Whether an analysis was asked for.'),
  status_updates: choiceOf<HumanCallView['status_updates']>(
    { realtime: true, final_only: true, delayed: true },
    "How live status is on the account's calling provider; delayed means after its call record is imported.",
  ),
  created_at: instant('When it was asked for.'),
  dialed_at: nullable(instant('When the counsellor was rung.')),
  answered_at: nullable(instant('When the contact picked up, when known.')),
  ended_at: nullable(instant('When it ended; every final call has it.')),
  duration_seconds: nullable(whole('Whole seconds from answer to hang-up.')),
  recording_url: nullable(
    text('Temporary link to a stereo WAV file, valid 24 hours; fetch the call again for a fresh one.', {
      format: 'uri',
    }),
  ),
  recording_expires_at: nullable(instant('Until then the link works.')),
  disposition: nullable(DISPOSITION),
  analysis: one(ANALYSIS),
  cost: nullable(
    inline<NonNullable<HumanCallView['cost']>>('null while the call runs.', {
      credits: decimal('What the talk was charged with.', { minimum: 0 }),
      talk_seconds: whole('Length of the talk.'),
      billed_by: choiceOf<'credits' | 'provider'>(
        { credits: true, provider: true },
        'Only talk on the hosted voice provider is charged to credits; others bill the account directly.',
      ),
    }),
  ),
};

const QUEUED: HumanCallView = {
  id: HCALL_ID,
  object: 'human_call',
  status: 'queued',
  no_answer_by: null,
  counsellor: { id: 'csl_01kaf5s1w3e5r7t9y2u4i6o8p0', name: 'Meera Nair', email: 'meera@example.com' },
  phone_number: '+919876540001',
  contact: { name: 'Rohan Sharma' },
  crm_lead_linked: true,
  metadata: { ticket: 'T-1009' },
  analyze: true,
  status_updates: 'realtime',
  created_at: '2026-11-20T09:15:00.123Z',
  dialed_at: null,
  answered_at: null,
  ended_at: null,
  duration_seconds: null,
  recording_url: null,
  recording_expires_at: null,
  disposition: null,
  analysis: { status: 'waiting' },
  cost: null,
};

const BASE = baseOf('HumanCallFields', 'What every Human call has.', FIELDS);

export const HUMAN_CALL = answer<HumanCallView>(
  'HumanCall',
  'A call for which a counsellor is rung first.',
  FIELDS,
  {
    ...QUEUED,
    status: 'completed',
    contact: CONTACT.example,
    dialed_at: '2026-11-20T09:15:00.480Z',
    answered_at: '2026-11-20T09:15:11.020Z',
    ended_at: '2026-11-20T09:16:15.300Z',
    duration_seconds: 64,
    recording_url: `http://127.0.0.1:3000/recordings/${HCALL_ID}.1795252581.Zm9yIGV4YW1wbGU`,
    recording_expires_at: '2026-11-21T09:16:25.000Z',
    disposition: {
      label: 'Interested',
      note: 'Send the brochure.',
      recorded_by: 'api',
      recorded_at: '2026-11-20T09:17:00.000Z',
    },
    analysis: {
      status: 'completed',
      summary: 'Rohan wants to join B.Com in July and asked for the fees.',
      sentiment: 'positive',
      answers: {},
      follow_up: 'CALL',
      follow_up_note: 'Tell the fees of B.Com.',
      transcript: [
        { speaker: 'human', text: 'Namaste Rohan ji, main Meera bol rahi hoon.', start_ms: 0, end_ms: 2_400 },
        { speaker: 'contact', text: 'Haan, mujhe B.Com karna hai.', start_ms: 2_900, end_ms: 4_700 },
      ],
      recorded_seconds: 64,
      credits: 0.16,
    },
    cost: { credits: 2, talk_seconds: 64, billed_by: 'credits' },
  },
  BASE,
);

export const HUMAN_CALL_LIST = listOf(HUMAN_CALL, { paged: true, shown: QUEUED });

export const QUEUED_HUMAN_CALL = answer<QueuedView>(
  'QueuedHumanCall',
  'The human call as it was asked for.',
  { ...FIELDS, idempotent_replay: IDEMPOTENT_REPLAY },
  { ...QUEUED, idempotent_replay: false },
  BASE,
);

export const REPLAYED_HUMAN_CALL = withExample(QUEUED_HUMAN_CALL, { ...QUEUED, idempotent_replay: true });

export const CANCELED_HUMAN_CALL = withExample(HUMAN_CALL, {
  ...QUEUED,
  status: 'canceled',
  status_reason: 'Canceled on request.',
  ended_at: '2026-11-20T09:15:04.850Z',
  analysis: { status: 'skipped', reason: 'no_recording' },
  cost: { credits: 0, talk_seconds: 0, billed_by: 'credits' },
});
