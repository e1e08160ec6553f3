import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorCode } from '../kernel/domain-error';
import { ERROR_STATUS } from './error-table';
import type { OperationOptions } from './request-context';

type OpenApiOperation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** What every request with a key may be answered with. */
const COMMON: readonly ErrorCode[] = [
  'invalid_request',
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'product_not_enabled',
  'rate_limited',
  'internal_error',
  'auth_unavailable',
];

const ENVELOPE = {
  type: 'object' as const,
  required: ['error'],
  properties: {
    error: {
      type: 'object' as const,
      required: ['code', 'message', 'request_id'],
      properties: {
        code: {
          type: 'string' as const,
          enum: Object.keys(ERROR_STATUS),
          description: 'Stable; branch on it.',
        },
        message: { type: 'string' as const, description: 'For people; wording may change.' },
        request_id: { type: 'string' as const, description: 'Also in the X-Request-Id header.' },
        details: { type: 'object' as const, additionalProperties: true },
      },
    },
  },
};

/**
 * Adds to the document what routes declare with `@Operation` and Swagger's own decorators do not know: scopes, the
 * Idempotency-Key, and every error each can answer with, from the same tables as the checks.
 */
export function describeOperations(
  document: OpenAPIObject,
  operations: ReadonlyMap<string, OperationOptions>,
): OpenAPIObject {
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: ENVELOPE },
  };
  for (const item of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      const options = operation && operations.get(operation.operationId ?? '');
      if (operation && options) describe(operation, options);
    }
  }
  return document;
}

function describe(operation: OpenApiOperation, options: OperationOptions): void {
  if (options.access === 'public') {
    operation.security = [];
    return;
  }
  Object.assign(operation, { 'x-scopes': options.access });
  if (options.idempotent) {
    operation.parameters = [
      ...(operation.parameters ?? []),
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description: 'The same key and body within 24 hours return the first result.',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
    ];
  }
  const codes = new Set([
    ...COMMON,
    ...(options.idempotent ? (['idempotency_key_reused'] as const) : []),
    ...(options.errors ?? []),
  ]);
  for (const status of new Set([...codes].map((code) => ERROR_STATUS[code]))) {
    const here = [...codes].filter((code) => ERROR_STATUS[code] === status);
    operation.responses[String(status)] = errorResponse(status, here);
  }
}

function errorResponse(status: number, codes: readonly ErrorCode[]) {
  const retry = { description: 'Seconds to wait.', schema: { type: 'integer' as const, minimum: 1 } };
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': retry } } : {}),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: example(code) }])),
      },
    },
  };
}

function example(code: ErrorCode) {
  return {
    error: { code, message: code.replaceAll('_', ' '), request_id: 'req_01kaf5v7m2q9x3t8w4z6c1b0dn' },
  };
}
