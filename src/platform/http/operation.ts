import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { DomainError } from '../kernel/domain-error';
import type {
  AccountPrincipal,
  IdempotencyKey,
  OperationOptions,
  Principal,
  ServiceRequest,
  SignedIn,
} from './request-context';
import type { SessionScope } from './scopes';

export const OPERATION = 'aics:operation';

/** The service refuses to start with a route that lacks it. */
export function Operation(options: OperationOptions): MethodDecorator {
  return applyDecorators(
    SetMetadata(OPERATION, options),
    ApiOperation({
      operationId: options.id,
      summary: options.summary,
      ...(options.description === undefined ? {} : { description: options.description }),
    }),
  );
}

export function isAllowed({ access }: OperationOptions, principal: Principal | undefined): boolean {
  return typeof access === 'string' || access.some((scope) => principal?.scopes.has(scope));
}

export function lacksScope(scope: SessionScope, principal: Principal | undefined): DomainError {
  const message =
    principal?.kind === 'session'
      ? `Your roles in this account do not allow this: it needs ${scope}.`
      : `This key lacks the scope ${scope}.`;
  return new DomainError('insufficient_scope', message, { required_scope: scope });
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<ServiceRequest>();

export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): AccountPrincipal => {
    const { principal } = requestOf(context);
    if (!principal || principal.accountId === null) throw new Error('this route concerns no account');
    return { ...principal, accountId: principal.accountId };
  },
);

export const CurrentSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal & { readonly login: SignedIn } => {
    const { principal } = requestOf(context);
    if (!principal?.login) throw new Error('this route has no session');
    return { ...principal, login: principal.login };
  },
);

export const AccountId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { principal } = requestOf(context);
  if (!principal || principal.accountId === null) throw new Error('this route concerns no account');
  return principal.accountId;
});

export const Idempotency = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotencyKey | null => requestOf(context).idempotency ?? null,
);
