import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error';
import type { ServiceRequest } from '../../platform/http/request-context';

/** 403 insufficient_scope unless the key, or a role of the session's person, has one of the route's scopes. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { operation, principal } = context.switchToHttp().getRequest<ServiceRequest>();
    if (!operation) return false;
    const { access } = operation;
    if (typeof access === 'string' || access.some((scope) => principal?.scopes.has(scope))) return true;
    const message =
      principal?.kind === 'session'
        ? `Your roles in this account do not allow this: it needs ${access[0]}.`
        : `This key lacks the scope ${access[0]}.`;
    throw new DomainError('insufficient_scope', message, {
      required_scope: access[0],
    });
  }
}
