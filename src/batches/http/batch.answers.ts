import { CALL_STATUSES } from '../../calls';
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
  listOfPlain,
  listOfThese,
  nullable,
  optional,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { oneOf } from '../../platform/http/answers/one-of.answers';
import { answerOf } from '../../platform/http/answers/table-answers';
import { RETRY_FIELD } from '../../shared-kernel/retry-policy';
import { FIELD_PROBLEM, IDEMPOTENT_REPLAY, WARNINGS } from '../../platform/http/answers/shared.answers';
import type { batchView, RejectedView } from '../application/batch.view';
import type { Batches } from '../application/batches.service';
import { BATCH_LIMITS } from '../domain/batch';

type BatchView = ReturnType<typeof batchView>;
type QueuedBatchView = Awaited<ReturnType<Batches['queue']>>;
type CanceledBatchView = Awaited<ReturnType<Batches['cancel']>>;
type PreviewView = Awaited<ReturnType<Batches['preview']>>;

function perStatus<Value>(value: Value): Record<(typeof CALL_STATUSES)[number], Value> {
  const entries = CALL_STATUSES.map((status) => [status, value] as const);
  return Object.fromEntries(entries) as Record<(typeof CALL_STATUSES)[number], Value>;
}

const COUNT = whole('Calls of the batch in this status.');

export const FIELDS = {
  id: id('batch', 'Starts with batch_.'),
  object: constant('batch'),
  name: nullable(text('As sent; null when none was.', { maxLength: BATCH_LIMITS.name })),
  agent_id: id('agent', 'The agent that calls.'),
  test: flag('Whether its calls are test calls.'),
  total: whole('How many calls it has, further attempts included: it may grow.'),
  finished: whole('Calls in a final status.'),
  counts: inline<BatchView['counts']>('How many calls are in each status, zeros included.', perStatus(COUNT)),
  rows: inline<BatchView['rows']>('Its rows, each with all attempts.', {
    total: whole('How many were queued.'),
    open: whole('With a call that is not final.'),
    reached: whole('A person answered.'),
    ended: whole('The rest.'),
  }),
  retry: nullable(answerOf(RETRY_FIELD.type, 'Further attempts; null: none.')),
  created_at: instant('When it was queued.'),
};

const NONE = perStatus(0);

const BASE = baseOf('BatchFields', 'What every Batch has.', FIELDS);

export const BATCH = answer<BatchView>(
  'Batch',
  'A group of calls queued together.',
  FIELDS,
  {
    id: 'batch_01kaf5x0b3n6m9q2w5e8r1t4y7',
    object: 'batch',
    name: 'Admissions, November',
    agent_id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as',
    test: false,
    total: 3,
    finished: 2,
    counts: { ...NONE, in_progress: 1, completed: 1, no_answer: 1 },
    rows: { total: 3, open: 1, reached: 1, ended: 1 },
    retry: null,
    created_at: '2026-11-20T09:15:00.123Z',
  },
  BASE,
);

export const BATCH_LIST = listOf(BATCH, { paged: true });

const REJECTED_ROW = answer<RejectedView>(
  'RejectedRow',
  'A row that was left out; the others were queued.',
  {
    index: whole('Its place in calls, from 0.'),
    phone_number: nullable(text('As it was sent, at most its first 64 characters; null when it is no text.')),
    code: choiceOf<RejectedView['code']>(
      { invalid_request: true, call_already_queued: true, duplicate_in_batch: true, do_not_call: true },
      'Why.',
    ),
    errors: optional(
      listOfThese(
        FIELD_PROBLEM,
        'On invalid_request: each field with a problem, relative to the row; at most 20.',
      ),
    ),
    call_id: optional(id('call', 'On call_already_queued: the call that waits.')),
  },
  { index: 2, phone_number: '+919876540001', code: 'duplicate_in_batch' },
);

const REJECTED = listOfThese(REJECTED_ROW, 'The rows that were left out, by their place.');

const QUEUED_BATCH = answer<QueuedBatchView>(
  'QueuedBatch',
  'The batch, with what queueing it brought up.',
  { ...FIELDS, warnings: WARNINGS, rejected: REJECTED, idempotent_replay: IDEMPOTENT_REPLAY },
  {
    ...BATCH.example,
    total: 2,
    finished: 0,
    counts: { ...NONE, queued: 2 },
    rows: { total: 2, open: 2, reached: 0, ended: 0 },
    warnings: [],
    rejected: [REJECTED_ROW.example],
    idempotent_replay: false,
  },
  BASE,
);

const HOLD_REASONS = [
  'scheduled',
  'recall_gap',
  'outside_calling_hours',
  'daily_number_limit',
  'daily_account_limit',
  'insufficient_credits',
  'would_expire',
];

export const PREDICTION = {
  held: listOfPlain(
    inline<PreviewView['held'][number]>('Rows that would wait for the same reason.', {
      reason: choice(HOLD_REASONS, 'What holds them.'),
      until: nullable(instant('Until when, where a time ends it; of would_expire when they would expire.')),
      count: whole('How many rows.'),
    }),
    'Rows that would wait, by reason and time.',
  ),
  estimated_attempts: whole("Calls by the ends of the agent's last 100 calls, further attempts included."),
  estimated_credits: decimal("By the answer rate and mean talk of the agent's last 100 calls.", {
    minimum: 0,
  }),
  estimated_finish_at: nullable(
    instant('By the lines, the trunks, the hours and the holds; null when they never would be through.'),
  ),
};

const PREVIEW = answer<PreviewView>(
  'BatchPreview',
  'What a batch would do; nothing was queued (dry_run).',
  {
    object: constant('batch_preview'),
    total: whole('How many rows were sent.'),
    queueable: whole('How many of them would be queued.'),
    rejected: REJECTED,
    ...PREDICTION,
  },
  {
    object: 'batch_preview',
    total: 3,
    queueable: 2,
    rejected: [REJECTED_ROW.example],
    held: [{ reason: 'outside_calling_hours', until: '2026-11-21T03:30:00.000Z', count: 2 }],
    estimated_attempts: 2,
    estimated_credits: 14.4,
    estimated_finish_at: '2026-11-21T03:32:20.000Z',
  },
);

export const QUEUED_OR_PREVIEW = oneOf<QueuedBatchView | PreviewView>('QueuedBatchOrPreview', {
  batch: QUEUED_BATCH,
  batch_preview: PREVIEW,
});

export const CANCELED_BATCH = answer<CanceledBatchView>(
  'CanceledBatch',
  'The batch after what was still queued was canceled.',
  { ...FIELDS, canceled_calls: whole('How many calls were canceled now.') },
  {
    ...BATCH.example,
    finished: 3,
    counts: { ...NONE, completed: 2, canceled: 1 },
    rows: { total: 3, open: 0, reached: 2, ended: 1 },
    canceled_calls: 1,
  },
  BASE,
);
