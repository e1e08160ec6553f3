import { ApiError } from '../../api/error';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { useAddress } from '../../layout/address';

/** The endpoint (null: none), the deliveries of the address, and their statistics. */
export function useWebhook() {
  const { result, after } = useAddress();
  const endpoint = useLive({
    key: ['webhook'],
    load: (signal) => requests.webhook(signal).catch(noneAsNull),
  });
  const deliveries = useLive({
    key: ['deliveries', result, after],
    load: (signal) =>
      requests.deliveries(
        { delivered: result === undefined ? undefined : result === 'delivered', starting_after: after },
        signal,
      ),
    every: EVERY.deliveries,
    keep: true,
  });
  // Loaded again when there is another attempt: only the list is polled every five seconds.
  const newest = deliveries.data?.data[0]?.id;
  const stats = useLive({
    key: ['webhook-stats', after === undefined ? newest : undefined],
    load: (signal) => requests.webhookStats(undefined, signal),
    keep: true,
    isOff: !deliveries.data,
  });
  return {
    endpoint: endpoint.data,
    deliveries,
    stats: stats.data,
    error: endpoint.error ?? deliveries.error ?? stats.error,
    retry: () => {
      void endpoint.refetch();
      void deliveries.refetch();
      void stats.refetch();
    },
  };
}

/** A missing endpoint is no failure. */
function noneAsNull(error: unknown): null {
  if (error instanceof ApiError && error.status === 404 && error.details.header === undefined) return null;
  throw error;
}
