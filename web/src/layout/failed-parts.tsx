import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../api/error';
import { Failed } from '../components/failed/failed';

export type Loading = Pick<UseQueryResult<unknown, ApiError>, 'error' | 'refetch'>;

interface FailedPartsProps {
  readonly of: readonly Loading[];
}

/** The first failure of several requests; the retry repeats each that failed. */
export function FailedParts({ of }: FailedPartsProps) {
  const failed = of.filter(({ error }) => error !== null);
  const error = failed[0]?.error;
  return error && <Failed error={error} retry={() => failed.forEach(({ refetch }) => void refetch())} />;
}
