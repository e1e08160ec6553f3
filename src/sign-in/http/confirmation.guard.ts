import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { requireConfirmed } from '../../platform/http/confirmed';
import type { ServiceRequest } from '../../platform/http/request-context';

/** 403 confirmation_needed where a session changes keys, webhook or members and the last password check is too old. */
@Injectable()
export class ConfirmationGuard implements CanActivate {
  constructor(private readonly clock: Clock) {}

  canActivate(context: ExecutionContext): boolean {
    const { operation, principal } = context.switchToHttp().getRequest<ServiceRequest>();
    if (operation?.confirmed) requireConfirmed(principal, this.clock.now());
    return true;
  }
}
