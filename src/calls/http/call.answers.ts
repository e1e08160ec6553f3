import {
  answer,
  baseOf,
  choice,
  choiceOf,
  constant,
  flag,
  id,
  inline,
  instant,
  listOf,
  listOfThese,
  mapOf,
  nullable,
  one,
  optional,
  phone,
  text,
  whole,
  WHOLE_LIST,
  WHOLE_LIST_BASE,
  withExample,
} from '../../platform/http/answers/answer';
import { OUTCOME } from '../../platform/http/answers/outcome.answers';
import { answersOf } from '../../platform/http/answers/table-answers';
import { CONTACT, IDEMPOTENT_REPLAY, WARNINGS } from '../../platform/http/answers/shared.answers';
import { ANSWERED_BY, CALL_DIRECTIONS, ENDED_BY } from '../../shared-kernel/call-parties';
import { RETRY_FIELD, RETRY_LIMITS } from '../../shared-kernel/retry-policy';
import type { CallReader } from '../application/call-reader';
import type { CallView } from '../application/call.view';
import type { Calls } from '../application/calls.service';
import { SOFTPHONE } from '../../shared-kernel/softphone';
import { ANONYMOUS } from '../domain/call-state';
import { RETRY_STOPS } from '../domain/chain';
import { CALL_STATUSES, FINAL_CALL_STATUSES } from '../domain/call-status';
import type { TimelineType } from '../domain/timeline';

type QueuedCallView = Awaited<ReturnType<Calls['queue']>>;
type TimelineEntryView = Awaited<ReturnType<CallReader['timeline']>>['data'][number];

const CALL_ID = 'call_01kaf5v7m2q9x3t8w4z6c1b0dn';
const AGENT_ID = 'agent_01kaf5t2c8e4r6y0u2i4o6p8as';

const FIELDS = {
  id: id('call', 'Starts with call_.'),
  object: constant('call'),
  direction: choice(
    CALL_DIRECTIONS,
    'outbound: placed by the service; inbound: somebody called a number of the account.',
  ),
  status: choice(
    CALL_STATUSES,
    `Final are ${FINAL_CALL_STATUSES.slice(0, -1).join(', ')} and ${FINAL_CALL_STATUSES.at(-1) ?? ''}.`,
  ),
  status_reason: optional(
    text('Plain-words reason a call is waiting or did not happen; present only when there is one.'),
  ),
  scheduled_for: optional(
    instant(
      'Present while a queued call is held until a later time (its schedule, outside calling hours, a recall gap, the ' +
        'daily limit).',
    ),
  ),
  agent_id: id('agent', 'The agent that calls or answers.'),
  phone_number: text(
    "The contact's number, in E.164; anonymous when a caller withheld it; softphone: the trial phone.",
    {
      pattern: `^(\\+[1-9][0-9]{3,14}|${ANONYMOUS}|${SOFTPHONE})$`,
    },
  ),
  account_number: optional(
    phone("The account's number that the contact sees or called; absent while unknown, and on simulators."),
  ),
  contact: one(CONTACT),
  variables: mapOf(null, "Values for the agent's placeholders: strings, numbers or booleans."),
  metadata: mapOf(null, 'Caller data, as sent.'),
  batch_id: optional(id('batch', 'Set when the call belongs to a batch.')),
  callback_of: optional(id('call', 'The call in which the agent promised this one.')),
  test: flag('Whether it runs on the simulator, at once and free of charge.'),
  duration_seconds: optional(whole('Whole seconds from answer to hang-up.')),
  created_at: instant('When it was queued, or came in.'),
  dialed_at: optional(instant('When it was dialed.')),
  ended_at: optional(instant('When it ended; every final call has it.')),
  answered_by: optional(
    choice(
      ANSWERED_BY,
      'Who answered, as the first words tell (announcement: of the network; screening: an assistant that asks who calls; ' +
        'ivr: a phone menu; unknown: no words). Absent until known, and for inbound calls.',
    ),
  ),
  ended_by: optional(
    choice(
      ENDED_BY,
      "Who ended the talk; limits are the agent's, human is the person of a transfer. Absent until the end, without an " +
        'answer, and after a crash.',
    ),
  ),
  recording_url: optional(
    text(
      'Temporary link to a stereo WAV file; fetch the call again for a fresh link after recording_expires_at.',
      { format: 'uri' },
    ),
  ),
  recording_expires_at: optional(instant('Until then the link works.')),
  retry: optional(
    inline<NonNullable<CallView['retry']>>('Its place among the attempts; absent when one attempt is made.', {
      attempt: whole('1 for the first call.', { minimum: 1, maximum: RETRY_LIMITS.attempts }),
      ...answersOf(RETRY_FIELD.type.fields),
      first_call_id: nullable(id('call', 'The first attempt.')),
      previous_call_id: nullable(id('call', 'The attempt before.')),
      next_call_id: nullable(id('call', 'The next attempt; stands in the final event already.')),
      next_at: nullable(instant('When the next attempt is scheduled.')),
      stopped: nullable(choice(RETRY_STOPS, 'Why no attempt follows a final call.')),
    }),
  ),
  outcome: nullable(OUTCOME),
};

const QUEUED: CallView = {
  id: CALL_ID,
  object: 'call',
  direction: 'outbound',
  status: 'queued',
  agent_id: AGENT_ID,
  phone_number: '+919876540001',
  contact: { name: 'Rohan Sharma' },
  variables: { course: 'B.Com' },
  metadata: { campaign: 'admissions-2026' },
  test: false,
  created_at: '2026-11-20T09:15:00.123Z',
  outcome: null,
};

const BASE = baseOf('CallFields', 'What every Call has.', FIELDS);

export const CALL = answer<CallView>(
  'Call',
  'An AI call.',
  FIELDS,
  {
    ...QUEUED,
    status: 'completed',
    contact: CONTACT.example,
    account_number: '+912248001000',
    duration_seconds: 74,
    dialed_at: '2026-11-20T09:15:00.480Z',
    ended_at: '2026-11-20T09:16:21.007Z',
    answered_by: 'human',
    ended_by: 'contact',
    recording_url: `http://127.0.0.1:3000/recordings/${CALL_ID}.1795252581.Zm9yIGV4YW1wbGU`,
    recording_expires_at: '2026-11-21T09:16:25.000Z',
    outcome: {
      disposition: 'Interested',
      summary: 'Rohan wants to join B.Com in July and asked for the fees.',
      answers: { 'Which course is the contact interested in?': 'B.Com', 'What is the budget?': null },
      lead_rating: 8,
      callback_requested: false,
      callback_time_text: null,
      follow_up: 'CALL',
      follow_up_note: 'Tell the fees of B.Com.',
      meeting: null,
      tools: [],
      transcript: [
        { speaker: 'agent', text: 'Namaste Rohan ji, main Asha bol rahi hoon.', start_ms: 0, end_ms: 2_400 },
        { speaker: 'contact', text: 'Haan, mujhe B.Com karna hai.', start_ms: 2_900, end_ms: 4_700 },
        { speaker: 'agent', text: 'Kis city mein?', start_ms: 5_340, end_ms: 6_500, response_ms: 640 },
      ],
    },
  },
  BASE,
);

export const CALL_LIST = listOf(CALL, { paged: true, shown: QUEUED });

export const QUEUED_CALL = answer<QueuedCallView>(
  'QueuedCall',
  'The call, with what queueing it brought up.',
  { ...FIELDS, warnings: WARNINGS, idempotent_replay: IDEMPOTENT_REPLAY },
  { ...QUEUED, warnings: [], idempotent_replay: false },
  BASE,
);

export const CANCELED_CALL = withExample(CALL, {
  ...QUEUED,
  status: 'canceled',
  status_reason: 'Canceled on request.',
  ended_at: '2026-11-20T09:15:04.850Z',
});

const TIMELINE_ENTRY = answer<TimelineEntryView>(
  'TimelineEntry',
  'One decision about a call.',
  {
    at: instant('When it was made.'),
    type: choiceOf<TimelineType>(
      {
        accepted: true,
        held: true,
        released: true,
        line_taken: true,
        carrier_asked: true,
        carrier_refused: true,
        ringing: true,
        answered: true,
        ended: true,
        analysed: true,
        canceled: true,
        expired: true,
        event_made: true,
        event_attempt: true,
        trunk: true,
        media: true,
        speech: true,
        amd: true,
        dtmf: true,
        transfer: true,
        listening: true,
        retry: true,
        tool: true,
      },
      'What kind of decision; trunk, media, speech, amd, dtmf and transfer are details of real calls.',
    ),
    message: text('In plain words.'),
    event_id: optional(id('evt', 'On event_made and event_attempt.')),
  },
  { at: '2026-11-20T09:15:00.123Z', type: 'accepted', message: 'The call was accepted.' },
);

export const TIMELINE = answer<Awaited<ReturnType<CallReader['timeline']>>>(
  'Timeline',
  'Every decision about a call, oldest first, whole.',
  {
    ...WHOLE_LIST,
    data: listOfThese(TIMELINE_ENTRY),
  },
  { object: 'list', data: [TIMELINE_ENTRY.example], has_more: false },
  WHOLE_LIST_BASE,
);
