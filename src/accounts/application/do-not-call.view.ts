import { formatInstant } from '../../platform/kernel/instant';
import type { DoNotCallEntry } from '../infrastructure/do-not-call.repository';

export function doNotCallView({ phoneNumber, since, callId, reason }: DoNotCallEntry) {
  return {
    object: 'do_not_call' as const,
    phone_number: phoneNumber,
    since: formatInstant(since),
    call_id: callId,
    reason,
  };
}
