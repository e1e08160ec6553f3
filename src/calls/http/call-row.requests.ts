import { Day } from '../../platform/http/day.field';
import { field } from '../../platform/http/field';
import { Flag, NumberBetween, Text } from '../../platform/http/fields';
import { PageQuery } from '../../platform/http/page.request';
import { PAGE_SIZE } from '../../platform/http/lists';
import { CALL_LIMITS } from '../domain/call-limits';
import { CALL_STATUSES } from '../domain/call-status';

export const ROWS_OF_A_PAGE = 50;

/** Statuses with commas between them; becomes an array. */
function Statuses(): PropertyDecorator {
  const isStatus = (name: string) => CALL_STATUSES.some((status) => status === name);
  return field(
    {
      description: `One or several of ${CALL_STATUSES.join(', ')}, with commas between them.`,
      example: 'busy,no_answer',
    },
    { type: 'string' },
    (value) => {
      const names = value as readonly string[];
      if (!names.every(isStatus))
        return `must be statuses with commas between them: ${CALL_STATUSES.join(', ')}`;
      return new Set(names).size === names.length ? undefined : 'must name each status once';
    },
    (value) => (typeof value === 'string' ? value.split(',', CALL_STATUSES.length + 1) : value),
  );
}

export class CallRowsQuery extends PageQuery {
  @NumberBetween(PAGE_SIZE.min, PAGE_SIZE.max, {
    whole: true,
    fromText: true,
    description: 'Page size.',
    default: ROWS_OF_A_PAGE,
  })
  override limit?: number;

  @Statuses()
  status?: string[];

  @Text({ max: CALL_LIMITS.id, description: 'Calls of an agent.' })
  agent_id?: string;

  @Text({ max: CALL_LIMITS.id, description: 'Calls of a batch.' })
  batch_id?: string;

  @Text({ max: 64, description: 'Calls whose outcome has this label.' })
  disposition?: string;

  @Flag({ inQuery: true, description: 'Test calls alone, or none of them.' })
  test?: boolean;

  @Day({ description: "Queued on this day of the account's zone or later." })
  from?: string;

  @Day({ description: "Queued on this day of the account's zone or earlier." })
  to?: string;

  @Text({ min: 1, max: 255, description: 'A call id, a phone number or an external id, whole.' })
  q?: string;
}
