import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { OperationOptions, ServiceRequest } from '../../platform/http/request-context';
import { DomainError } from '../../platform/kernel/domain-error';

/**
 * 403 confirmation_needed where a session changes keys, webhook, members or who may listen, and the last password check is
 * too old.
 */
@Injectable()
export class ConfirmationGuard implements CanActivate {
  constructor(private readonly clock: Clock) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { operation, principal } = request;
    if (!principal?.login || !needsConfirmation(operation?.confirmed, request.body)) return true;
    if (principal.login.confirmedUntil > this.clock.now()) return true;
    throw new DomainError(
      'confirmation_needed',
      'Confirm your password first: it was asked for more than 12 hours ago.',
    );
  }
}

function needsConfirmation(confirmed: OperationOptions['confirmed'] = false, body: unknown): boolean {
  if (typeof confirmed === 'boolean') return confirmed;
  return typeof body === 'object' && body !== null && confirmed.some((field) => Object.hasOwn(body, field));
}
