import { pageFilterOf } from '../../calling';
import { contactOf } from '../../platform/http/fields/contact.request';
import { retryPolicyOf } from '../../shared-kernel/retry-policy';
import type { CallFilter } from '../application/call-reader';
import type { NewCall } from '../application/calls.service';
import type { ListCallsQuery, QueueCallRequest } from './call.requests';

export function newCallOf(body: QueueCallRequest): NewCall {
  return {
    phoneNumber: body.phone_number,
    contact: contactOf(body.contact),
    variables: body.variables ?? {},
    metadata: body.metadata ?? {},
    agentId: body.agent_id,
    scheduledFor: body.scheduled_for,
    test: body.test ?? false,
    retry: body.retry && retryPolicyOf(body.retry),
  };
}

export function filterOf(query: ListCallsQuery): CallFilter {
  return {
    ...pageFilterOf(query),
    batchId: query.batch_id,
    agentId: query.agent_id,
    test: query.test,
    direction: query.direction,
    firstCallId: query.first_call_id,
    isLatestAttempt: query.latest_attempt === true ? true : undefined,
  };
}
