import { Day } from '../../platform/http/fields/day.field';
import { field } from '../../platform/http/fields/field';
import {
  Choice,
  Flag,
  itemProblems,
  Json,
  Nested,
  NumberBetween,
  Text,
} from '../../platform/http/fields/fields';
import { textProblem } from '../../platform/http/fields/field-kinds';
import { PAGE_SIZE } from '../../platform/http/answers/lists';
import { CALL_DIRECTIONS, type CallDirection } from '../../shared-kernel/call-parties';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import type { CallRowsRequest } from '../application/lists/call-row-filters';
import { CALL_LIMITS } from '../domain/call-limits';
import { CALL_DATES, type CallDates } from '../domain/call-search';
import { CALL_STATUSES } from '../domain/call-status';

export const ROWS_OF_A_PAGE = 50;

/** Statuses with commas between them; becomes an array. */
function Statuses(): PropertyDecorator {
  const isStatus = (name: unknown) => CALL_STATUSES.some((status) => status === name);
  return field(
    {
      description: `One or several of ${CALL_STATUSES.join(', ')}, with commas between them.`,
      example: 'busy,no_answer',
    },
    { type: 'string' },
    (value) => {
      if (!Array.isArray(value) || !value.every(isStatus))
        return `must be statuses with commas between them: ${CALL_STATUSES.join(', ')}`;
      return new Set(value).size === value.length ? undefined : 'must name each status once';
    },
    (value) => (typeof value === 'string' ? value.split(',', CALL_STATUSES.length + 1) : value),
  );
}

/** Filters of the console's calls, in a query or a body. */
export class CallFilterFields {
  @Statuses()
  status?: string[];

  @Text({ max: CALL_LIMITS.id, description: 'Calls of an agent.' })
  agent_id?: string;

  @Text({ max: CALL_LIMITS.id, description: 'Calls of a batch; of an upload with any of its ids.' })
  batch_id?: string;

  @Text({ max: 64, description: 'Calls whose outcome has this label.' })
  disposition?: string;

  @Flag({ inQuery: true, description: 'Test calls alone, or none of them.' })
  test?: boolean;

  @Choice(CALL_DIRECTIONS, { description: 'Calls that the agent made, or that it answered.' })
  direction?: CallDirection;

  @Text({ max: CALL_LIMITS.id, description: 'The attempts of a chain, by its first call.' })
  first_call_id?: string;

  @Flag({ inQuery: true, description: 'true: no call that has a next attempt.' })
  latest_attempt?: boolean;

  @Day({ description: "Queued on this day of the account's zone or later." })
  from?: string;

  @Day({ description: "Queued on this day of the account's zone or earlier." })
  to?: string;

  @Choice(CALL_DATES, {
    description:
      'ended: the days are those of the end, calls without an end are left out, the newest end is first.',
    default: 'created',
  })
  dates?: CallDates;

  @Text({ min: 1, max: 255, description: 'A call id, a phone number or an external id, whole.' })
  q?: string;
}

export class CallRowsQuery extends CallFilterFields {
  @NumberBetween(PAGE_SIZE.min, PAGE_SIZE.max, {
    whole: true,
    fromText: true,
    description: 'Page size.',
    default: ROWS_OF_A_PAGE,
  })
  limit?: number;

  @Text({ max: 255, description: 'Id of the last item of the previous page.' })
  starting_after?: string;
}

export class CallsFileQuery extends CallFilterFields {
  @Text({ max: 64, description: 'The account; needed when the login has several.' })
  account?: string;
}

const MAX_IDS = 500;

export class CancelCallsRequest {
  @Json({
    description: 'The calls.',
    api: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_IDS,
      items: { type: 'string', maxLength: CALL_LIMITS.id },
    },
    problemOf: (value) => {
      if (!Array.isArray(value)) return 'must be an array of ids';
      if (value.length < 1 || value.length > MAX_IDS)
        return `must have 1 to ${MAX_IDS} ids (it has ${value.length})`;
      return itemProblems(value, (item) => textProblem(item, { min: 1, max: CALL_LIMITS.id }));
    },
  })
  ids?: string[];

  @Nested(() => CallFilterFields, { description: 'What of these calls waits.' })
  filter?: CallFilterFields;
}

export function idsOrFilter(body: unknown): FieldProblem[] {
  const { ids, filter } = body as Partial<Record<'ids' | 'filter', unknown>>;
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  if (isGiven(ids) && isGiven(filter)) return [{ field: 'filter', message: 'must not be sent with ids' }];
  if (isGiven(ids) || isGiven(filter)) return [];
  return [{ field: 'ids', message: 'is required, or filter' }];
}

export function rowsRequestOf(query: CallFilterFields): CallRowsRequest {
  return {
    statuses: query.status,
    agentId: query.agent_id,
    batchId: query.batch_id,
    disposition: query.disposition,
    test: query.test,
    direction: query.direction,
    firstCallId: query.first_call_id,
    isLatestAttempt: query.latest_attempt,
    from: query.from,
    dates: query.dates,
    to: query.to,
    q: query.q,
  };
}
