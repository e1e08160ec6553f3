import { DomainError } from '../../platform/kernel/domain-error';

export function toolNotFound(): DomainError {
  return new DomainError('not_found', 'There is no tool with this id in the account.');
}
