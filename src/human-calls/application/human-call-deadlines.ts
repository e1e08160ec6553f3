import { ringingDeadline, silentCarrierDeadline } from '../../calling';
import type { Carrier } from '../../carriers';

/**
 * When the watchdog checks a ringing call. Some carriers report nothing before the end, so it allows for the whole
 * talk.
 */
export function ringingWatchdog(nowMs: number, maxTalkSeconds: number, carrier: Carrier | undefined): Date {
  const { statusUpdates = 'realtime' } = carrier?.capabilities ?? {};
  return statusUpdates === 'realtime'
    ? ringingDeadline(nowMs, carrier)
    : silentCarrierDeadline(nowMs, maxTalkSeconds, carrier);
}
