import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error';
import type { ServiceRequest } from '../../platform/http/request-context';

/** 403 insufficient_scope unless the key has one of the route's scopes. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { operation, principal } = context.switchToHttp().getRequest<ServiceRequest>();
    if (!operation) return false;
    const { access } = operation;
    if (access === 'public' || access.some((scope) => principal?.scopes.has(scope))) return true;
    throw new DomainError('insufficient_scope', `This key lacks the scope ${access[0]}.`, {
      required_scope: access[0],
    });
  }
}
