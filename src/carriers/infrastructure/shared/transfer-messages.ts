import type { EndCause } from '../../../shared-kernel/end-cause';

export const TRANSFER_RING_SECONDS = 30;
/** The limit for ringing all numbers. */
export const TRANSFER_LIMIT_MS = 60_000;

// Timeline texts of a transfer.
export const TRANSFER_RINGING = 'A person is asked to take the call.';
export const TRANSFER_ANSWERED = 'A person took the call.';
export const TRANSFER_UNANSWERED = 'Nobody took the call.';

export type TransferFailure =
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'ended'; readonly cause: EndCause; readonly reason?: string };

export function transferFailureMessage(end: TransferFailure): string {
  if (end.kind === 'abandoned') return 'The phone of the person is not rung any more.';
  if (end.kind === 'refused') return `The phone of the person could not be rung: ${end.reason}.`;
  if (end.reason !== undefined) return `The phone of the person was not answered: ${end.reason}`;
  return end.cause === 'busy'
    ? 'The phone of the person was busy.'
    : 'Nobody answered the phone of the person.';
}
