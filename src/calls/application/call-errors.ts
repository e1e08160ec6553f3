import { DomainError } from '../../platform/kernel/domain-error';

export function callNotFound(): DomainError {
  return new DomainError('not_found', 'There is no call with this id in the account.');
}
