import { parseInstantIn } from '../../platform/kernel/local-instant';
import type { ToolError } from '../../shared-kernel/tool-use';
import type { Arguments } from './arguments';
import { DAY_MS, MINUTE_MS } from '../../platform/kernel/time/durations';

const MIN_AHEAD_MS = 5 * MINUTE_MS;
const MAX_AHEAD_MS = 30 * DAY_MS;

export interface CallbackRefusal {
  readonly status: 'failed' | 'invalid';
  readonly error: ToolError;
}

/** The instant that the arguments of `schedule_callback` name, or why no call is queued for it. */
export function callbackTime(
  sent: Arguments,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Date | CallbackRefusal {
  const unknown = Object.keys(sent).find((name) => name !== 'at');
  if (unknown !== undefined) return refusal('invalid', 'invalid', `${unknown.slice(0, 64)} is not known.`);
  const at = typeof sent['at'] === 'string' ? parseInstantIn(timeZone, sent['at']) : undefined;
  if (!at) {
    const message = 'at must be a local time such as 2026-01-31T18:00, or one with an offset.';
    return refusal('invalid', 'invalid', message);
  }
  const aheadMs = +at - +now;
  return aheadMs < MIN_AHEAD_MS || aheadMs > MAX_AHEAD_MS
    ? refusal('failed', 'bad_time', 'at must be 5 minutes to 30 days ahead.')
    : at;
}

function refusal(status: CallbackRefusal['status'], code: string, message: string): CallbackRefusal {
  return { status, error: { code, message, statusCode: null } };
}
