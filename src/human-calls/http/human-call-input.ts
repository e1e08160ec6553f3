import type { MemberReference } from '../../accounts';
import { pageFilterOf } from '../../calling';
import { contactOf } from '../../platform/http/fields/contact.request';
import type { ServiceRequest } from '../../platform/http/request-context';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import type { HumanCallFilter } from '../application/human-call-reader';
import type { NewHumanCall } from '../application/human-calls.service';
import type { NewDisposition } from '../domain/human-call-state';
import type {
  DispositionRequest,
  ListMyCallsQuery,
  MyCallRequest,
  QueueHumanCallRequest,
} from './human-call.requests';

/** Exactly one of two fields must be sent. With both, the error names the second; with none, the first. */
export function counsellorProblems(_: ServiceRequest, body: unknown): FieldProblem[] {
  const { counsellor_id: id, counsellor_email: email } = (body ?? {}) as Record<string, unknown>;
  if (id !== undefined && email !== undefined)
    return [{ field: 'counsellor_email', message: 'must not be sent together with counsellor_id' }];
  return id === undefined && email === undefined
    ? [{ field: 'counsellor_id', message: 'is required, or counsellor_email' }]
    : [];
}

export function referenceOf({ counsellor_id, counsellor_email }: QueueHumanCallRequest): MemberReference {
  return counsellor_id === undefined ? { email: counsellor_email ?? '' } : { id: counsellor_id };
}

export function newHumanCallOf(body: MyCallRequest): NewHumanCall {
  return {
    phoneNumber: body.phone_number,
    contact: contactOf(body.contact),
    metadata: body.metadata ?? {},
    analyze: body.analyze ?? false,
  };
}

export function dispositionOf(
  { label, note }: DispositionRequest,
  recordedBy: NewDisposition['recordedBy'],
): NewDisposition {
  return { label, note: note ?? null, recordedBy };
}

export function filterOf(query: ListMyCallsQuery & { counsellor_id?: string }): HumanCallFilter {
  return { ...pageFilterOf(query), counsellorId: query.counsellor_id };
}
