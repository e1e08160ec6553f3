import { filled } from './call-filters';

/** Options of requests to one object. */
export const one = (id: string, signal?: AbortSignal) => ({
  params: { path: { id } },
  ...(signal && { signal }),
});

/** Repeated requests with one key create one object. */
export const keyed = (key: string) => ({ params: { header: { 'Idempotency-Key': key } } });

/** Options of a list's request, without empty filters. */
export const page = <Query extends object>(query: Query, signal: AbortSignal, limit = 50) => ({
  params: { query: filled({ limit, ...query }) },
  signal,
});
