import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { IdempotencyKey, OperationOptions, Principal, ServiceRequest } from './request-context';

export const OPERATION = 'aics:operation';

/** Declares a route. A route without it stops the start. */
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

/** Who asks. */
export const CurrentKey = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = requestOf(context);
  if (!principal) throw new Error('a public route has no key');
  return principal;
});

/** The id of the account that asks. */
export const AccountId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { principal } = requestOf(context);
  if (!principal) throw new Error('a public route has no account');
  return principal.accountId;
});

/** The Idempotency-Key of this request, or null. */
export const Idempotency = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotencyKey | null => requestOf(context).idempotency ?? null,
);
