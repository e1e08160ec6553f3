import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { isAllowed, lacksScope } from '../../platform/http/operation';
import type { ServiceRequest } from '../../platform/http/request-context';

/** 403 insufficient_scope unless the key, or a role of the session's person, has one of the route's scopes. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { operation, principal } = context.switchToHttp().getRequest<ServiceRequest>();
    if (!operation) return false;
    const { access } = operation;
    if (typeof access === 'string' || isAllowed(operation, principal)) return true;
    throw lacksScope(access[0], principal);
  }
}
