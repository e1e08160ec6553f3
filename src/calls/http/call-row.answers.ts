import {
  answer,
  choice,
  constant,
  decimal,
  flag,
  id,
  inline,
  instant,
  listOf,
  listOfPlain,
  nullable,
  optional,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { CALL_DIRECTIONS } from '../../shared-kernel/call-parties';
import type { CallCancellation } from '../application/call-cancellation';
import { line } from '../../calling';
import type { CallContextReader } from '../application/lists/call-context-reader';
import type { CallRowReader } from '../application/lists/call-row-reader';
import { CALL_STATUSES } from '../domain/call-status';

type Row = Awaited<ReturnType<CallRowReader['list']>>['data'][number];
type Context = Awaited<ReturnType<CallContextReader['read']>>;
type Live = NonNullable<Context['live']>;

type Canceled = Awaited<ReturnType<CallCancellation['ofIds']>>;

const STATUS = choice(CALL_STATUSES, 'Status.');
const REASON = nullable(text('Why it waits, or why it ended so.'));

const ROW = answer<Row>(
  'CallRow',
  'A call of the list.',
  {
    object: constant('call_row'),
    id: id('call', 'Id.'),
    status: STATUS,
    direction: choice(CALL_DIRECTIONS, 'Whether the agent called, or was called.'),
    status_reason: REASON,
    scheduled_for: nullable(instant('When what holds it ends.')),
    phone_number: text('E.164, or anonymous.'),
    contact_name: nullable(text('Name of the contact.')),
    external_id: nullable(text("The caller's own record.")),
    agent: inline<Row['agent']>('The agent.', { id: id('agent', 'Id.'), name: text('Name, as it is now.') }),
    batch_id: nullable(id('batch', 'The batch it came with.')),
    test: flag('A test call.'),
    duration_seconds: nullable(whole('Seconds of talk.')),
    credits: decimal('What it cost.', { minimum: 0 }),
    disposition: nullable(text('Label of the outcome.')),
    lead_rating: nullable(whole('1 (cold) to 10 (hot).', { minimum: 1, maximum: 10 })),
    created_at: instant('When it was queued.'),
    ended_at: nullable(instant('When it ended.')),
  },
  {
    object: 'call_row',
    id: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn',
    status: 'completed',
    direction: 'outbound',
    status_reason: null,
    scheduled_for: null,
    phone_number: '+919876540001',
    contact_name: 'Rohan Sharma',
    external_id: 'lead-4711',
    agent: { id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as', name: 'Asha' },
    batch_id: null,
    test: false,
    duration_seconds: 74,
    credits: 12,
    disposition: 'Interested',
    lead_rating: 8,
    created_at: '2026-11-20T09:15:00.123Z',
    ended_at: '2026-11-20T09:16:21.007Z',
  },
);

export const CALL_ROWS = listOf(ROW, { paged: true });

export const CALL_CONTEXT = answer<Context>(
  'CallContext',
  'What surrounds a call.',
  {
    object: constant('call_context'),
    agent: inline<Context['agent']>('The agent.', {
      id: id('agent', 'Id.'),
      name: text('Name, as it is now.'),
      version: nullable(instant("The agent's updated_at when the call dialed; null before.")),
      current: nullable(flag('Whether that is still its version; null before the dial.')),
      script: optional(text('Its script, of that version; only with agents:manage.')),
    }),
    batch: nullable(
      inline<NonNullable<Context['batch']>>('The batch; null without one.', {
        id: id('batch', 'Id.'),
        name: nullable(text('Name.')),
      }),
    ),
    credits: decimal('What it has cost.', { minimum: 0 }),
    live: nullable(
      inline<Live>('Null once the call is final and analysed.', {
        status: STATUS,
        status_reason: REASON,
        elapsed_seconds: nullable(whole('Seconds since the answer; null before.')),
        turns: listOfPlain(
          inline<Live['turns'][number]>('One utterance.', {
            speaker: choice(['agent', 'contact', 'human'], 'Who speaks.'),
            text: text('What was said.'),
            start_ms: whole('Begin, in milliseconds since the answer.'),
            end_ms: whole('End, in milliseconds since the answer.'),
          }),
          'What was said so far.',
        ),
      }),
    ),
    line: line('How good the line is, at most 10 s ago; null without RTP.'),
  },
  {
    object: 'call_context',
    agent: {
      id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as',
      name: 'Asha',
      version: '2026-11-20T08:00:00.000Z',
      current: true,
      script: 'Ask about the course.',
    },
    batch: null,
    credits: 12,
    live: null,
    line: null,
  },
);

export const CANCELED_CALLS = answer<Canceled>(
  'CanceledCalls',
  'What became of calls that were to be canceled.',
  {
    object: constant('canceled_calls'),
    canceled: whole('How many were canceled now.'),
    not_cancelable: whole('How many did not wait any more, or are none of the account.'),
    more: flag('Whether more of the filter wait: send the same again.'),
  },
  { object: 'canceled_calls', canceled: 12, not_cancelable: 1, more: false },
);
