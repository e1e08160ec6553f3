import {
  answer,
  constant,
  id,
  inline,
  listOf,
  listOfPlain,
  mapOf,
  one,
  phone,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { CONTACT } from '../../platform/http/answers/shared.answers';
import type { ConsoleBatches } from '../application/console-batches';
import { BATCH, FIELDS, PREDICTION } from './batch.answers';

type Row = Awaited<ReturnType<ConsoleBatches['list']>>['data'][number];
type OneBatch = Awaited<ReturnType<ConsoleBatches['read']>>;
type NotReached = Awaited<ReturnType<ConsoleBatches['notReached']>>['data'][number];
type Estimate = Awaited<ReturnType<ConsoleBatches['estimate']>>;

const ROW_FIELDS = {
  ...FIELDS,
  agent: inline<Row['agent']>('The agent that calls.', {
    id: id('agent', 'Id.'),
    name: text('Name, as it is now.'),
  }),
};
const ROW_EXAMPLE: Row = { ...BATCH.example, agent: { id: BATCH.example.agent_id, name: 'Asha' } };

const ROW = answer<Row>('BatchRow', 'A batch, or an upload of several as one.', ROW_FIELDS, ROW_EXAMPLE);

export const BATCH_ROWS = listOf(ROW, { paged: true });

export const CONSOLE_BATCH = answer<OneBatch>(
  'ConsoleBatch',
  'A batch, or an upload of several as one, with its outcomes.',
  {
    ...ROW_FIELDS,
    outcomes: listOfPlain(
      inline<OneBatch['outcomes'][number]>('Calls with the same label.', {
        disposition: text('Label.'),
        count: whole('How many.'),
      }),
      'The most frequent first.',
    ),
  },
  { ...ROW_EXAMPLE, outcomes: [{ disposition: 'Interested', count: 1 }] },
);

const NOT_REACHED_CALL = answer<NotReached>(
  'NotReachedCall',
  'A call that reached nobody, as it was sent.',
  {
    call_id: id('call', 'Id.'),
    phone_number: phone('Number.'),
    contact: one(CONTACT),
    variables: mapOf(null, 'As sent.'),
    metadata: mapOf(null, 'As sent.'),
  },
  {
    call_id: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn',
    phone_number: '+919876540003',
    contact: { name: 'Rohan Sharma' },
    variables: { course: 'B.Com' },
    metadata: { city: 'Pune' },
  },
);

export const NOT_REACHED = listOf(NOT_REACHED_CALL, { paged: true });

export const ESTIMATE = answer<Estimate>(
  'Estimate',
  'What so many calls would cost, and when they would be done.',
  { object: constant('estimate'), ...PREDICTION },
  {
    object: 'estimate',
    held: [{ reason: 'outside_calling_hours', until: '2026-11-21T03:30:00.000Z', count: 340 }],
    estimated_attempts: 340,
    estimated_credits: 2_448,
    estimated_finish_at: '2026-11-21T05:12:40.000Z',
  },
);
