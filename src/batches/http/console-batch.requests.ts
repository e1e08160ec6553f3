import { Flag, Instant, NumberBetween, Text } from '../../platform/http/fields/fields';
import { PageQuery } from '../../platform/http/fields/page.request';
import { TableFieldText } from '../../platform/http/fields/table-requests';
import { RETRY_FIELD, type RetryView } from '../../shared-kernel/retry-policy';
import { BATCH_LIMITS } from '../domain/batch';
import { QueueBatchRequest } from './batch.requests';

const UPLOAD_KEY = /^[0-9a-f]{64}$/;

function UploadKey(): PropertyDecorator {
  return Text({
    max: 64,
    description: 'What an upload is recognized by. Its batches of 24 hours are one, and queue a number once.',
    example: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
    problemOf: (value) => (UPLOAD_KEY.test(value) ? undefined : 'must be 64 hex digits in lower case'),
  });
}

export class ConsoleQueueBatchRequest extends QueueBatchRequest {
  @UploadKey()
  upload_key?: string;
}

export class ConsoleBatchesQuery extends PageQuery {
  @UploadKey()
  upload_key?: string;
}

export class NotReachedQuery {
  @Text({ max: 255, description: 'Id of the last call of the previous page.' })
  starting_after?: string;
}

export class ResultsQuery {
  @Text({ max: 64, description: 'The account; needed when the login has several.' })
  account?: string;
}

export class EstimateQuery {
  @Text({ max: BATCH_LIMITS.agentId, description: 'The default agent when left out.' })
  agent_id?: string;

  @NumberBetween(0, BATCH_LIMITS.estimatedCalls, {
    required: true,
    whole: true,
    fromText: true,
    description: 'How many calls.',
    example: 340,
  })
  calls!: number;

  @Flag({ inQuery: true, description: 'Test calls, which cost nothing.' })
  test?: boolean;

  @Instant({
    inQuery: true,
    maxDaysAhead: BATCH_LIMITS.scheduledDaysAhead,
    description: 'The calls are held until then.',
    example: '2026-11-21T10:00:00+05:30',
  })
  scheduled_for?: Date;

  @TableFieldText(RETRY_FIELD)
  retry?: RetryView;
}
