import type { OpenAPIObject } from '@nestjs/swagger';
import { RATE_LIMIT } from '../http/rate-limit/sliding-log';

type Headers = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const, example },
});

const TABLE = {
  'X-Request-Id': text('The unique id of this request, in the log, too.', 'req_01kaf5v7m2q9x3t8w4z6c1b0dn'),
  'RateLimit-Policy': text(
    `${RATE_LIMIT.max} requests in any rolling ${RATE_LIMIT.windowMs / 1_000} seconds for each key. On every ` +
      'authenticated answer.',
    `"default";q=${RATE_LIMIT.max};w=${RATE_LIMIT.windowMs / 1_000}`,
  ),
  RateLimit: text(
    'r requests are left; in t seconds the oldest one counted leaves the window. On every authenticated answer.',
    '"default";r=299;t=60',
  ),
  'Retry-After': {
    description: 'Whole seconds to wait.',
    schema: { type: 'integer' as const, minimum: 1, example: 5 },
  },
  'Accept-Ranges': text('Ranges of bytes may be asked for.', 'bytes'),
  'Content-Range': text('Which bytes of how many these are.', 'bytes 0-65535/1184044'),
  ETag: text("The agent's updated_at in quotes: its version for If-Match.", '"2026-11-20T09:15:00.123Z"'),
} satisfies Headers;

/** Sent with 405 only, so it belongs to no operation. */
export const ALLOW: Headers = { Allow: text('The methods that the path takes.', 'GET, HEAD, POST') };

export type HeaderName = keyof typeof TABLE;

export const HEADERS: Headers = TABLE;

export const RATE_HEADERS: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit'];

export function headerRefs(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
