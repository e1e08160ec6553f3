import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { IdempotencyKey, OperationOptions, Principal, ServiceRequest } from './request-context';

export const OPERATION = 'aics:operation';

/** Declares a route. The service refuses to start with a route that lacks it. */
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

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<ServiceRequest>();

/** The authenticated key. */
export const CurrentKey = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = requestOf(context);
  if (!principal) throw new Error('a public route has no key');
  return principal;
});

/** The authenticated account's id. */
export const AccountId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { principal } = requestOf(context);
  if (!principal) throw new Error('a public route has no account');
  return principal.accountId;
});

/** The Idempotency-Key of this request, or null. */
export const Idempotency = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotencyKey | null => requestOf(context).idempotency ?? null,
);
