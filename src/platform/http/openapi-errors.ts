import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorCode } from '../kernel/domain-error';
import { errorExample, errorSchema } from './error-examples';
import { ERROR_STATUS } from './error-table';
import { ALLOW, type HeaderName, headerRefs, RATE_HEADERS } from './openapi-headers';

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** What every request with a key may be answered with, by the name of the shared answer. */
const COMMON: Readonly<Record<string, readonly ErrorCode[]>> = {
  InvalidRequest: ['invalid_request'],
  Unauthorized: ['missing_api_key', 'invalid_api_key'],
  Forbidden: ['insufficient_scope', 'product_not_enabled'],
  RateLimited: ['rate_limited'],
  InternalError: ['internal_error'],
  AuthUnavailable: ['auth_unavailable'],
};

/** What a route that asks for no key may be answered with. */
const COMMON_PUBLIC: readonly ErrorCode[] = ['invalid_request', 'internal_error'];

/** Statuses that leave the service before the rate limit has looked at the request. */
const BEFORE_RATE_LIMIT: readonly number[] = [401, 503];

/** The answers that many operations refer to. */
export const SHARED_RESPONSES: Responses = Object.fromEntries(
  Object.entries(COMMON).map(([name, codes]) => [name, errorResponse(codes, true)]),
);

/** What a path, or a method, that the document does not name is answered with. */
export const ANY_PATH = {
  'x-other-paths': { '404': errorResponse(['not_found'], false) },
  'x-other-methods': { '405': errorResponse(['method_not_allowed'], false) },
};

/** The error answers of an operation by their status. */
export function errorResponses(operation: {
  readonly keyed: boolean;
  readonly idempotent: boolean;
  readonly errors: readonly ErrorCode[];
}): Responses {
  const { keyed, idempotent, errors } = operation;
  const codes = new Set<ErrorCode>([
    ...(keyed ? Object.values(COMMON).flat() : COMMON_PUBLIC),
    ...(idempotent ? (['idempotency_key_reused'] as const) : []),
    ...errors,
  ]);
  const statuses = new Set([...codes].map((code) => ERROR_STATUS[code]));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const here = [...codes].filter((code) => ERROR_STATUS[code] === status);
      const shared = keyed
        ? Object.entries(COMMON).find(([, all]) => String(all) === String(here))
        : undefined;
      return [status, shared ? { $ref: `#/components/responses/${shared[0]}` } : errorResponse(here, keyed)];
    }),
  );
}

function errorResponse(codes: readonly ErrorCode[], keyed: boolean): Responses[string] {
  const status = codes[0] === undefined ? 500 : ERROR_STATUS[codes[0]];
  const limited = keyed && !BEFORE_RATE_LIMIT.includes(status);
  const headers: HeaderName[] = ['X-Request-Id', ...(limited ? RATE_HEADERS : [])];
  if (status === 429 || status === 503) headers.push('Retry-After');
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: { ...headerRefs(headers), ...(status === 405 ? ALLOW : {}) },
    content: {
      'application/json': {
        schema: errorSchema(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  };
}
