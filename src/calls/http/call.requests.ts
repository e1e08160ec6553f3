import { fieldNames } from '../../platform/http/answers/field-names';
import { Choice, Flag, Instant, Nested, Phone, Text } from '../../platform/http/fields/fields';
import { CONTACT_LIMITS, ContactRequest } from '../../platform/http/fields/contact.request';
import { Metadata, Variables } from '../../platform/http/fields/free-form';
import { PageQuery } from '../../platform/http/fields/page.request';
import { TableField } from '../../platform/http/fields/table-requests';
import { RETRY_FIELD, type RetryView } from '../../shared-kernel/retry-policy';
import { CALL_STATUSES } from '../domain/call-status';
import { CALL_LIMITS } from '../domain/call-limits';
import { CALL_DIRECTIONS } from '../../shared-kernel/call-parties';
import { CALL, QUEUED_CALL } from './call.answers';

export class QueueCallRequest {
  static readonly readOnly = fieldNames(CALL, QUEUED_CALL);

  @Phone({ required: true })
  phone_number!: string;

  @Nested(() => ContactRequest)
  contact?: ContactRequest;

  @Variables(
    "Values for the agent's placeholders: strings, numbers or booleans; at most 100 keys of at most 64 characters, 8 KiB as JSON. The script takes the first 500 characters of a value.",
  )
  variables?: Record<string, string | number | boolean>;

  @Metadata({ campaign: 'admissions-2026' })
  metadata?: Record<string, unknown>;

  @Text({
    max: CALL_LIMITS.id,
    description: 'The default agent when left out.',
    example: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as',
  })
  agent_id?: string;

  @Instant({
    maxDaysAhead: CALL_LIMITS.scheduledDaysAhead,
    description: `Held until then; at most ${CALL_LIMITS.scheduledDaysAhead} days ahead. A past instant counts as now.`,
    example: '2026-11-21T10:00:00+05:30',
  })
  scheduled_for?: Date;

  @Flag({ default: false, description: 'A test call runs on the simulator, at once and free of charge.' })
  test?: boolean;

  @TableField(RETRY_FIELD)
  retry?: RetryView;

  @Flag({ default: false, description: 'Queues nothing, and answers what the call would be.' })
  dry_run?: boolean;
}

export class ListCallsQuery extends PageQuery {
  @Text({ max: CALL_LIMITS.id, description: 'Calls of a batch.' })
  batch_id?: string;

  @Text({ max: CONTACT_LIMITS.externalId, description: "Calls for one of the caller's own records." })
  external_id?: string;

  @Choice(CALL_STATUSES, { description: 'Calls in this status.' })
  status?: string;

  @Text({ max: CALL_LIMITS.id, description: 'Calls of an agent.' })
  agent_id?: string;

  @Text({
    max: 40,
    description:
      'Calls to or from a number; its + may be missing. anonymous: callers who withheld theirs; softphone: the trial phone.',
  })
  phone_number?: string;

  @Choice(CALL_DIRECTIONS, { description: 'Calls that were placed (outbound), or came in (inbound).' })
  direction?: string;

  @Flag({ inQuery: true, description: 'Test calls alone, or none of them.' })
  test?: boolean;

  @Text({ max: CALL_LIMITS.id, description: 'The attempts of a chain, by its first call.' })
  first_call_id?: string;

  @Flag({ inQuery: true, description: 'true: no call that has a next attempt.' })
  latest_attempt?: boolean;

  @Instant({ inQuery: true, description: 'Queued after this instant (exclusive).' })
  created_after?: Date;

  @Instant({ inQuery: true, isEnd: true, description: 'Queued before this instant (exclusive).' })
  created_before?: Date;

  @Instant({
    inQuery: true,
    description: 'Ended after this instant (exclusive). The better one for catching up after an outage.',
  })
  ended_after?: Date;

  @Instant({ inQuery: true, isEnd: true, description: 'Ended before this instant (exclusive).' })
  ended_before?: Date;
}
