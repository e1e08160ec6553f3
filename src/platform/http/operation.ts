import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ErrorCode, FieldProblem } from '../kernel/domain-error';
import type { IdempotencyKey, Principal, ServiceRequest } from './request-context';

/** The scopes of the description. */
export const SCOPES = ['calls:read', 'calls:write', 'webhooks:manage', 'agents:manage', 'counsellors:manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a route declares of itself; the checks and the OpenAPI document are both made from it. */
export interface OperationOptions {
  /** Scopes of which the key needs one, or `public` for a route that asks for no key. */
  readonly access: readonly [Scope, ...Scope[]] | 'public';
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** The Idempotency-Key header is honoured. */
  readonly idempotent?: boolean;
  /** The codes it can answer with, beside those that every route has. */
  readonly errors?: readonly ErrorCode[];
  /** The body may be left out (or be empty): then it is as `{}`. */
  readonly optionalBody?: boolean;
  /** Problems that no single field shows, such as those of headers; `body` is the request class, its fields unjudged. */
  readonly moreProblems?: (request: ServiceRequest, body: unknown) => readonly FieldProblem[];
  /** Largest body in bytes; 1 MiB when left out. */
  readonly bodyLimit?: number;
}

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
