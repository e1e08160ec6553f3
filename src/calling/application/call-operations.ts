import { ApiParam } from '@nestjs/swagger';
import { Operation } from '../../platform/http/operation';
import type { OperationOptions } from '../../platform/http/request-context';

interface DescribedCalls {
  /** The noun in operation ids, such as `Call` in `getCall`. */
  readonly name: string;
  readonly noun: string;
  readonly exampleId: string;
  readonly call: OperationOptions['answer'];
  readonly list: OperationOptions['answer'];
  readonly canceled: OperationOptions['answer'];
  readonly cancelSummary: string;
  readonly notCancelable: NonNullable<OperationOptions['errors']>[number];
}

/** Operations that the API has for both kinds of calls. */
export function callOperations(calls: DescribedCalls) {
  const { name, noun } = calls;
  return {
    id: ApiParam({ name: 'id', description: `The id of a ${noun}.`, example: calls.exampleId }),
    list: Operation({
      access: ['calls:read'],
      id: `list${name}s`,
      summary: `List ${noun}s, newest first`,
      description: 'Filters combine. ended_after lists what ended during an outage.',
      answer: calls.list,
    }),
    read: Operation({
      access: ['calls:read'],
      id: `get${name}`,
      summary: `Read a ${noun}`,
      answer: calls.call,
      errors: ['not_found'],
    }),
    cancel: Operation({
      access: ['calls:write'],
      id: `cancel${name}`,
      summary: calls.cancelSummary,
      answer: calls.canceled,
      errors: ['not_found', calls.notCancelable],
    }),
  };
}
