import { filled } from './call-filters';

/** Options of requests to one object. */
export const one = (id: string, signal?: AbortSignal) => ({
  params: { path: { id } },
  ...(signal && { signal }),
});

/** Of several tries with one key, one creates something. */
export const keyed = (key: string) => ({ params: { header: { 'Idempotency-Key': key } } });

/** Options of a list's request, without empty filters. */
export const page = <Query extends object>(query: Query, signal: AbortSignal, limit = 50) => ({
  params: { query: filled({ limit, ...query }) },
  signal,
});
