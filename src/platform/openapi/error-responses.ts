import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorCode } from '../kernel/domain-error';
import { refTo } from '../http/answer';
import { ERROR_NAME } from './error-schema';
import type { Audience } from './part';
import { ERRORS } from '../kernel/error-table';
import { ALLOW, type HeaderName, headerRefs, RATE_HEADERS } from './response-headers';

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** Errors of every authenticated request. */
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

/** Errors of every request by session. */
const COMMON_SESSION: readonly ErrorCode[] = [
  'invalid_request',
  'not_signed_in',
  'cross_origin',
  'insufficient_scope',
  'not_found',
  'rate_limited',
  'internal_error',
  'auth_unavailable',
];

/** Errors of the console's routes without a session. */
const COMMON_ANONYMOUS: readonly ErrorCode[] = ['invalid_request', 'cross_origin', 'internal_error'];

/** Errors of routes without a key. */
const COMMON_PUBLIC: readonly ErrorCode[] = ['invalid_request', 'internal_error'];

/** Statuses sent before the rate limit is checked. */
const BEFORE_RATE_LIMIT: readonly number[] = [401, 503];

/** Answers to paths and methods that the document does not name. */
export const ANY_PATH = {
  'x-other-paths': { '404': errorResponse(['not_found'], false) },
  'x-other-methods': { '405': errorResponse(['method_not_allowed'], false) },
};

/** Error answers of a document; those that operations share become components. */
export class ErrorResponses {
  readonly #byName = new Map<string, { readonly codes: string; readonly response: Responses[string] }>();

  constructor(private readonly audience: Audience) {}

  /** The components that {@link of} has used. */
  get components(): Responses {
    return Object.fromEntries(
      [...this.#byName]
        .map(([name, { response }]): [string, Responses[string]] => [name, response])
        .sort(byName),
    );
  }

  /** Error answers of an operation, by status. */
  of(operation: {
    readonly keyed: boolean;
    readonly idempotent: boolean;
    readonly errors: readonly ErrorCode[];
    readonly confirmed: boolean;
  }): Responses {
    const { keyed, idempotent, errors, confirmed } = operation;
    const codes = new Set<ErrorCode>([
      ...this.#common(keyed, confirmed),
      ...(idempotent ? (['idempotency_key_reused'] as const) : []),
      ...errors,
    ]);
    const statuses = new Set([...codes].map((code) => ERRORS[code].status));
    return Object.fromEntries(
      [...statuses].map((status) => {
        const here = [...codes].filter((code) => ERRORS[code].status === status);
        return [status, { $ref: `#/components/responses/${this.#shared(here, keyed)}` }];
      }),
    );
  }

  #common(keyed: boolean, confirmed: boolean): readonly ErrorCode[] {
    if (this.audience === 'clients') return keyed ? COMMON : COMMON_PUBLIC;
    return [
      ...(keyed ? COMMON_SESSION : COMMON_ANONYMOUS),
      ...(confirmed ? (['confirmation_needed'] as const) : []),
    ];
  }

  /** Component name for these codes: the first ones, as many as make it unique. */
  #shared(codes: readonly ErrorCode[], keyed: boolean): string {
    const same = `${codes.join(' ')} ${keyed}`;
    const candidates = codes.map((_, at) => {
      const named = codes
        .slice(0, at + 1)
        .map(pascalCase)
        .join('Or');
      const others = at + 1 < codes.length ? 'OrOthers' : '';
      return `${named}${others}${keyed ? '' : 'WithoutKey'}`;
    });
    const name = candidates.find((candidate) => (this.#byName.get(candidate)?.codes ?? same) === same);
    if (name === undefined) throw new Error(`no name is left for an answer with ${same}`);
    this.#byName.set(name, { codes: same, response: errorResponse(codes, keyed) });
    return name;
  }
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

function pascalCase(code: ErrorCode): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function errorResponse(codes: readonly ErrorCode[], keyed: boolean): Responses[string] {
  const status = codes[0] === undefined ? 500 : ERRORS[codes[0]].status;
  const limited = keyed && !BEFORE_RATE_LIMIT.includes(status);
  const headers: HeaderName[] = ['X-Request-Id', ...(limited ? RATE_HEADERS : [])];
  if (status === 429 || status === 503) headers.push('Retry-After');
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: { ...headerRefs(headers), ...(status === 405 ? ALLOW : {}) },
    content: {
      'application/json': {
        schema: refTo(ERROR_NAME),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
