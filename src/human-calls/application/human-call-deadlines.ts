import { ringingDeadline, silentCarrierDeadline } from '../../calling';
import type { Carrier } from '../../carriers';

/** Allows for the whole talk with carriers that report nothing before the end. */
export function ringingWatchdog(nowMs: number, maxTalkSeconds: number, carrier: Carrier | undefined): Date {
  const { statusUpdates = 'realtime' } = carrier?.capabilities ?? {};
  return statusUpdates === 'realtime'
    ? ringingDeadline(nowMs, carrier)
    : silentCarrierDeadline(nowMs, maxTalkSeconds, carrier);
}
