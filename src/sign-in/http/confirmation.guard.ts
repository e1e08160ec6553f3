import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { ServiceRequest } from '../../platform/http/request-context';
import { DomainError } from '../../platform/kernel/domain-error';

/** 403 confirmation_needed where a session changes keys, webhook or members and the last password check is too old. */
@Injectable()
export class ConfirmationGuard implements CanActivate {
  constructor(private readonly clock: Clock) {}

  canActivate(context: ExecutionContext): boolean {
    const { operation, principal } = context.switchToHttp().getRequest<ServiceRequest>();
    if (!operation?.confirmed || !principal?.login) return true;
    if (principal.login.confirmedUntil > this.clock.now()) return true;
    throw new DomainError(
      'confirmation_needed',
      'Confirm your password first: it was asked for more than 12 hours ago.',
    );
  }
}
