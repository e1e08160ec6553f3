import { DomainError } from '../kernel/domain-error';
import type { ServiceRequest } from './request-context';

/** @throws DomainError confirmation_needed when the last password check of a session is too old */
export function requireConfirmed(principal: ServiceRequest['principal'], now: Date): void {
  if (!principal?.login || principal.login.confirmedUntil > now) return;
  throw new DomainError(
    'confirmation_needed',
    'Confirm your password first: it was asked for more than 12 hours ago.',
  );
}
