import type { Metrics } from '../../../platform/metrics';
import type { UserAgentHooks } from '../../../sip';

export function sipMetrics(metrics: Metrics): Pick<UserAgentHooks, 'answered' | 'dropped'> {
  return {
    answered: (trunk, method, status) => {
      if (trunk === null) return;
      const labels = { trunk, method, status: String(status) };
      metrics.count('aics_sip_responses_total', 'Responses of trunks to our requests.', labels);
    },
    dropped: (reason) =>
      metrics.count('aics_sip_dropped_total', 'SIP messages and connections that were dropped unread.', {
        reason,
      }),
  };
}
