import { readPhoneNumber } from '../../platform/phone-number';
import type { CallFilter } from '../application/call-reader';
import type { NewCall } from '../application/calls.service';
import type { CallRow, ContactRequest, ListCallsQuery, QueueCallRequest } from './call.requests';

/** From the request's snake_case to what the service is asked. */
export function newCallOf(body: QueueCallRequest): NewCall {
  return {
    ...rowOf(body),
    agentId: body.agent_id,
    scheduledFor: body.scheduled_for,
    test: body.test ?? false,
  };
}

/** What one row of a batch asks for. */
export function rowOf(row: CallRow): Pick<NewCall, 'phoneNumber' | 'contact' | 'variables' | 'metadata'> {
  return {
    phoneNumber: row.phone_number,
    contact: contactOf(row.contact),
    variables: row.variables ?? {},
    metadata: row.metadata ?? {},
  };
}

function contactOf(contact: ContactRequest | undefined): NewCall['contact'] {
  return { name: contact?.name, email: contact?.email, externalId: contact?.external_id };
}

export function filterOf(query: ListCallsQuery): CallFilter {
  return {
    batchId: query.batch_id,
    externalId: query.external_id,
    status: query.status,
    agentId: query.agent_id,
    phoneNumber: query.phone_number === undefined ? undefined : storedNumber(query.phone_number),
    test: query.test,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    endedAfter: query.ended_after,
    endedBefore: query.ended_before,
  };
}

/** A number as calls are stored by it: in a query the leading + may be missing or a space. */
function storedNumber(text: string): string {
  const withPlus = text.startsWith('+') ? text : `+${text.trimStart()}`;
  const read = readPhoneNumber(withPlus);
  return typeof read === 'string' ? text : read.e164;
}
