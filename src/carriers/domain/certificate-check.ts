import type { TrunkCheck } from './trunk-check';
import { DAY_MS } from '../../platform/kernel/time/durations';

/** Enough to renew a certificate by hand. */
const WARNING_DAYS = 14;

export interface OwnCertificate {
  /** Where the operator set it. */
  readonly name: string;
  readonly expiresAt: Date;
}

/** null without a certificate of ours. */
export function certificateCheck(all: readonly OwnCertificate[], now: Date): TrunkCheck | null {
  if (all.length === 0) return null;
  const each = all.map(({ name, expiresAt }) => {
    const days = Math.floor((+expiresAt - +now) / DAY_MS);
    const date = expiresAt.toISOString().slice(0, 10);
    if (days >= WARNING_DAYS) return { ok: true, message: `${name} is valid until ${date}.` };
    const what = +expiresAt <= +now ? 'expired' : 'expires';
    return { ok: false, message: `${name} ${what} on ${date}: renew it.` };
  });
  return {
    name: 'certificate',
    ok: each.every(({ ok }) => ok),
    message: each.map(({ message }) => message).join(' '),
  };
}
