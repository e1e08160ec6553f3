import { RetryLater } from '../../kernel/domain-error';
import type { RateBound } from './sliding-log';

export interface OperationLimit extends RateBound {
  readonly kind: string;
  /** `sender`: each key or session. */
  readonly of: 'login' | 'account' | 'sender';
  /** Completes "More than 30 …". */
  readonly label: string;
}

interface Sender {
  readonly id: string;
  readonly login: { readonly id: string } | null;
  readonly accountId: string | null;
}

/** `null`: the limit does not concern the sender. */
export function countedBy(
  { kind, of }: OperationLimit,
  { id: sender, login, accountId }: Sender,
): string | null {
  const id = of === 'sender' ? sender : of === 'login' ? (login?.id ?? null) : accountId;
  return id === null ? null : `${kind}:${id}`;
}

export function beyondLimit({ max, label }: OperationLimit, waitMs: number): RetryLater {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new RetryLater(`More than ${max} ${label}: try again in ${formatDuration(seconds)}.`, seconds);
}

function formatDuration(seconds: number): string {
  if (seconds <= 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
