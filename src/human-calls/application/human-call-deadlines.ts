import { ringingDeadline, silentCarrierDeadline } from '../../calling';
import type { Carrier } from '../../telephony';

/** When the watchdog asks about a call whose phones ring; some carriers report nothing before the end. */
export function ringingWatchdog(nowMs: number, maxTalkSeconds: number, carrier: Carrier | undefined): Date {
  const { statusUpdates = 'realtime' } = carrier?.capabilities ?? {};
  return statusUpdates === 'realtime'
    ? ringingDeadline(nowMs, carrier)
    : silentCarrierDeadline(nowMs, maxTalkSeconds, carrier);
}
