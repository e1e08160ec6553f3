import { getSchemaPath } from '@nestjs/swagger';
import { fieldNames } from '../../platform/http/answers/field-names';
import { ContactRequest } from '../../platform/http/fields/contact.request';
import { Flag, Instant, Json, Nested, Phone, Text } from '../../platform/http/fields/fields';
import { Metadata, Variables } from '../../platform/http/fields/free-form';
import { TableField } from '../../platform/http/fields/table-requests';
import { RETRY_FIELD, type RetryView } from '../../shared-kernel/retry-policy';
import { BATCH_LIMITS } from '../domain/batch';
import { BATCH, CANCELED_BATCH, QUEUED_OR_PREVIEW } from './batch.answers';

export class BatchRowRequest {
  @Phone({ required: true })
  phone_number!: string;

  @Nested(() => ContactRequest)
  contact?: ContactRequest;

  @Variables()
  variables?: Record<string, string | number | boolean>;

  @Metadata({ row: 1 })
  metadata?: Record<string, unknown>;
}

/** Rows are validated one by one, not with the request (R50). */
export class QueueBatchRequest {
  static readonly readOnly = fieldNames(BATCH, QUEUED_OR_PREVIEW, CANCELED_BATCH);

  @Text({
    max: BATCH_LIMITS.agentId,
    description: 'The default agent when left out.',
    example: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as',
  })
  agent_id?: string;

  @Text({ max: BATCH_LIMITS.name, trim: true, description: 'For people.', example: 'Admissions, November' })
  name?: string;

  @Flag({ default: false, description: 'Test calls run on the simulator, at once and free of charge.' })
  test?: boolean;

  @Instant({
    maxDaysAhead: BATCH_LIMITS.scheduledDaysAhead,
    description: `The calls are held until then; at most ${BATCH_LIMITS.scheduledDaysAhead} days ahead. A past instant counts as now.`,
    example: '2026-11-21T10:00:00+05:30',
  })
  scheduled_for?: Date;

  @TableField(RETRY_FIELD)
  retry?: RetryView;

  @Flag({ default: false, description: 'Queues nothing and says what would become of the rows.' })
  dry_run?: boolean;

  @Json({
    required: true,
    description: 'The rows. A row with a problem is left out and reported; the others are queued.',
    api: {
      type: 'array',
      minItems: 1,
      maxItems: BATCH_LIMITS.rows,
      items: { $ref: getSchemaPath(BatchRowRequest) },
    },
    problemOf: (value) => {
      if (!Array.isArray(value)) return 'must be an array of rows';
      if (value.length < 1) return 'must have at least 1 row';
      return value.length > BATCH_LIMITS.rows
        ? `must have at most ${BATCH_LIMITS.rows} rows (it has ${value.length})`
        : undefined;
    },
  })
  calls!: unknown[];
}
