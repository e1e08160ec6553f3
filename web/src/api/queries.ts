import { QueryCache, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { backoffSeconds } from '../lib/backoff';
import { ApiError } from './error';

/** Failures in a row of each query; TanStack counts those of one request only. */
const failures = new Map<string, number>();

/** Receives errors that concern the whole page: the session ended, a role or an account was removed. */
type Watcher = (error: ApiError) => void;
let watcher: Watcher = () => undefined;

export function watchErrors(watch: Watcher): void {
  watcher = watch;
}

export function reportError(error: unknown): void {
  if (error instanceof ApiError) watcher(error);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      failures.set(query.queryHash, (failures.get(query.queryHash) ?? 0) + 1);
      reportError(error);
    },
    onSuccess: (_, query) => {
      failures.delete(query.queryHash);
    },
  }),
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: true,
      refetchIntervalInBackground: false,
      staleTime: 1_000,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Drops all cached responses but the session: they belong to another account or role. */
export function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}

interface Question<T> {
  readonly key: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds until the next request, by the last response; 0 for never. */
  readonly every?: number | ((last: T | undefined) => number);
  /** Keeps the former response during a request of the same kind. */
  readonly keep?: boolean;
  readonly isOff?: boolean;
}

/** Repeats the request while the page is shown, never in a hidden tab; after failures after 2, 4, 8 … 30 s. */
export function useLive<T>({
  key,
  load,
  every = 0,
  keep = false,
  isOff = false,
}: Question<T>): UseQueryResult<T, ApiError> {
  const query = useQuery<T, ApiError>({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    enabled: !isOff,
    ...(keep && { placeholderData: (former: unknown) => former as never }),
    refetchInterval: (query) => {
      const { error, data, status } = query.state;
      if (status === 'error' && error) {
        if (!error.mayPass) return false;
        const wait = error.retryAfter ?? backoffSeconds(failures.get(query.queryHash) ?? 1);
        return wait * 1_000;
      }
      const next = typeof every === 'function' ? every(data) : every;
      return next > 0 ? next : false;
    },
  });
  return query.error?.status === 429 ? stillWaiting(query) : query;
}

/** A query that is refused for a while repeats itself: the page shows its last data, or still loads. */
function stillWaiting<T>(query: UseQueryResult<T, ApiError>): UseQueryResult<T, ApiError> {
  const isPending = query.data === undefined;
  return { ...query, error: null, isError: false, isPending } as UseQueryResult<T, ApiError>;
}
