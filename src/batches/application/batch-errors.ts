import { DomainError } from '../../platform/kernel/domain-error';

export function batchNotFound(): DomainError {
  return new DomainError('not_found', 'There is no batch with this id in the account.');
}
