import { QueryCache, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { backoffSeconds } from '../lib/backoff';
import { ApiError } from './error';

/** Failures in a row of each query; TanStack counts those of one request only. */
const failures = new Map<string, number>();

/** Told of errors that concern the whole page: no session any more, a role or an account that is gone. */
type Watcher = (error: ApiError) => void;
let watcher: Watcher = () => undefined;

/** Who is told of errors of queries and actions that concern the whole page. */
export function watchErrors(watch: Watcher): void {
  watcher = watch;
}

/** Tells the watcher of an error of an action. */
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

/** Drops every answer but the session: what was shown belongs to another account, or to a role that is gone. */
export function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}

/** A request that a page repeats. */
interface Question<T> {
  readonly key: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds until it is asked again, by what was answered last; 0 for never. */
  readonly every?: number | ((last: T | undefined) => number);
  /** Keeps the former answer while another question of the same kind is under way. */
  readonly keep?: boolean;
  readonly isOff?: boolean;
}

/** Asks again as long as it is shown, never in a hidden tab; after failures after 2, 4, 8 … 30 s, or as the service says. */
export function useLive<T>({
  key,
  load,
  every = 0,
  keep = false,
  isOff = false,
}: Question<T>): UseQueryResult<T, ApiError> {
  return useQuery<T, ApiError>({
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
}
