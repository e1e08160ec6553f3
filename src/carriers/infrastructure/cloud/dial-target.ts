import type { CreateBridgeOptions, DialTarget } from './adapter';

/** The contact of a human call, rung after the counsellor's answer. */
export function contactTarget(order: CreateBridgeOptions): DialTarget {
  const {
    contact: to,
    contactUrl: statusUrl,
    from,
    ringSeconds,
    maxTalkSeconds,
    record,
    recordingUrl,
  } = order;
  return { to, from, ringSeconds, maxTalkSeconds, record, statusUrl, nextUrl: null, recordingUrl };
}
