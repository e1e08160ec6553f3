import { DomainError } from '../../platform/kernel/domain-error';

export function humanCallNotFound(): DomainError {
  return new DomainError('not_found', 'There is no human call with this id in the account.');
}
