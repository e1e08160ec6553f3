import type { OpenAPIObject } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../kernel/domain-error';
import { refTo } from '../http/answers/answer';
import { ERROR_NAME, EXAMPLES_OF_ERRORS } from './error-schema';
import type { Audience } from './part';
import { ERRORS } from '../kernel/error-table';
import { ALLOW, type HeaderName, headerRefs, RATE_HEADERS } from './response-headers';

type Components = NonNullable<OpenAPIObject['components']>;
type Responses = NonNullable<Components['responses']>;
type Examples = NonNullable<Components['examples']>;

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

const COMMON_ANONYMOUS: readonly ErrorCode[] = [
  'invalid_request',
  'cross_origin',
  'internal_error',
  'auth_unavailable',
];

const COMMON_PUBLIC: readonly ErrorCode[] = ['invalid_request', 'internal_error'];

const BEFORE_RATE_LIMIT: readonly number[] = [401, 503];

/** Outside the document's paths and methods. Written out: no validator counts what an extension refers to. */
export const ANY_PATH = {
  'x-other-paths': { '404': errorResponse(['not_found'], false, EXAMPLES_OF_ERRORS) },
  'x-other-methods': { '405': errorResponse(['method_not_allowed'], false, EXAMPLES_OF_ERRORS) },
};

export class ErrorResponses {
  readonly #byName = new Map<string, { readonly same: string; readonly response: Responses[string] }>();
  readonly #codes = new Set<string>();

  constructor(private readonly audience: Audience) {}

  get names(): ReadonlyMap<object, string> {
    return new Map([...this.#byName].map(([name, { response }]) => [response as object, name]));
  }

  get examples(): Examples {
    return Object.fromEntries(Object.entries(EXAMPLES_OF_ERRORS).filter(([code]) => this.#codes.has(code)));
  }

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
        return [status, this.#nameFor(here, keyed)];
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

  /** The name is of the only code, else of the status, or of the first codes, as many as make it unique. */
  #nameFor(codes: readonly ErrorCode[], keyed: boolean): Responses[string] {
    const same = `${codes.join(' ')} ${keyed}`;
    const candidates = [
      ...(codes.length > 1 ? [reasonPhrase(codes)] : []),
      ...codes.map((_, at) => {
        const named = codes
          .slice(0, at + 1)
          .map(pascalCase)
          .join('Or');
        return at + 1 < codes.length ? `${named}OrOthers` : named;
      }),
    ].map((name) => `${name}${keyed ? '' : 'WithoutKey'}`);
    const name = candidates.find((candidate) => (this.#byName.get(candidate)?.same ?? same) === same);
    if (name === undefined) throw new Error(`no name is left for an answer with ${same}`);
    const response = this.#byName.get(name)?.response ?? errorResponse(codes, keyed, REFERENCES);
    this.#byName.set(name, { same, response });
    for (const code of codes) this.#codes.add(code);
    return response;
  }
}

function reasonPhrase([code]: readonly ErrorCode[]): string {
  return (code && STATUS_CODES[ERRORS[code].status]?.replaceAll(' ', '')) ?? '';
}

function pascalCase(code: ErrorCode): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const REFERENCES: Examples = Object.fromEntries(
  Object.keys(EXAMPLES_OF_ERRORS).map((code) => [code, { $ref: `#/components/examples/${code}` }]),
);

function errorResponse(codes: readonly ErrorCode[], keyed: boolean, examples: Examples): Responses[string] {
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
        examples: Object.fromEntries(
          codes.flatMap((code) => (examples[code] ? [[code, examples[code]]] : [])),
        ),
      },
    },
  };
}
