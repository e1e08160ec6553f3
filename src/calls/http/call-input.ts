import { contactOf } from '../../platform/http/fields/contact.request';
import { readPhoneNumber } from '../../platform/phone-number';
import { ANONYMOUS } from '../domain/call-state';
import type { CallFilter } from '../application/call-reader';
import type { NewCall } from '../application/calls.service';
import type { ListCallsQuery, QueueCallRequest } from './call.requests';

/** Maps the snake_case request to the service's input. */
export function newCallOf(body: QueueCallRequest): NewCall {
  return {
    phoneNumber: body.phone_number,
    contact: contactOf(body.contact),
    variables: body.variables ?? {},
    metadata: body.metadata ?? {},
    agentId: body.agent_id,
    scheduledFor: body.scheduled_for,
    test: body.test ?? false,
  };
}

export function filterOf(query: ListCallsQuery): CallFilter {
  return {
    batchId: query.batch_id,
    externalId: query.external_id,
    status: query.status,
    agentId: query.agent_id,
    phoneNumber: query.phone_number === undefined ? undefined : storedNumber(query.phone_number),
    test: query.test,
    direction: query.direction,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    endedAfter: query.ended_after,
    endedBefore: query.ended_before,
  };
}

/** A number in its stored form. In a query, the leading + may be missing or arrive as a space. */
function storedNumber(text: string): string {
  if (text === ANONYMOUS) return text;
  const withPlus = text.startsWith('+') ? text : `+${text.trimStart()}`;
  const read = readPhoneNumber(withPlus);
  return typeof read === 'string' ? text : read.e164;
}
