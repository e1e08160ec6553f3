import { DomainError } from '../../platform/kernel/domain-error';

export function callAlreadyQueued(callId: string): DomainError {
  const message = 'This number already has a waiting call: see details.call_id.';
  return new DomainError('call_already_queued', message, { call_id: callId });
}

export function callNotFound(): DomainError {
  return new DomainError('not_found', 'There is no call with this id in the account.');
}
