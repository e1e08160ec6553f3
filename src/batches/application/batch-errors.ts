import { DomainError } from '../../platform/kernel/domain-error';

/** Why a batch is not queued, and not estimated. */
export const AGENT_ERRORS = [
  'agent_not_found',
  'no_default_agent',
  'agent_disabled',
  'agent_inbound_only',
  'agent_cannot_talk',
] as const;

export function batchNotFound(): DomainError {
  return new DomainError('not_found', 'There is no batch with this id in the account.');
}
