import { Day } from '../../platform/http/fields/day.field';
import { Text } from '../../platform/http/fields/fields';
import { isLocalTime } from '../../platform/kernel/zoned-time';

export class HomeQuery {
  @Day({ description: "First day, of the account's zone; today when left out." })
  from?: string;

  @Day({ description: 'Last day, included; at most 92 in all.' })
  to?: string;

  @Text({ max: 64, description: 'Calls of one agent.' })
  agent_id?: string;
}

export class InstantQuery {
  @Text({
    required: true,
    max: 16,
    description: 'A local time, to the minute.',
    example: '2026-11-22T09:00',
    problemOf: (value) => (isLocalTime(value) ? undefined : 'must be a local time such as 2026-11-22T09:00'),
  })
  local!: string;
}
