import type { Clock } from '../../../platform/clock';
import type { Metrics } from '../../../platform/metrics';
import type { UserAgentHooks } from '../../../sip';
import type { SipStack } from './sip-stack';

/** NaN without a certificate of ours. */
export function certificateMetric(metrics: Metrics, clock: Clock, stack: SipStack): void {
  metrics.gauge(
    'aics_tls_certificate_expires_seconds',
    'Until the first of our TLS certificates for SIP expires: SIP_TLS_CERT, and --tls-cert of trunks.',
    () => {
      const { certificateExpiry } = stack;
      return certificateExpiry === null ? NaN : (+certificateExpiry - clock.nowMs()) / 1_000;
    },
  );
}

export function sipMetrics(metrics: Metrics): Pick<UserAgentHooks, 'onAnswered' | 'onDropped'> {
  const responses = metrics.declare('aics_sip_responses_total', 'Responses of trunks to our requests.', [
    'trunk',
    'method',
    'status',
  ]);
  const dropped = metrics.declare(
    'aics_sip_dropped_total',
    'SIP messages and connections that were dropped unread.',
    ['reason'],
  );
  return {
    onAnswered: (trunk, method, status) => {
      if (trunk !== null) responses({ trunk, method, status: String(status) });
    },
    onDropped: (reason) => dropped({ reason }),
  };
}
