import type { TrunkCheck } from './trunk-check';
import { DAY_MS } from '../../platform/kernel/time/durations';

/** Enough to renew a certificate by hand. */
const WARNING_DAYS = 14;

export interface OwnCertificate {
  /** Where the operator set it. */
  readonly name: string;
  /** null: the file has no certificate that can be read. */
  readonly expiresAt: Date | null;
}

/** null without a certificate of ours. */
export function certificateCheck(all: readonly OwnCertificate[], now: Date): TrunkCheck | null {
  if (all.length === 0) return null;
  const each = all.map(({ name, expiresAt }) => {
    if (expiresAt === null)
      return { ok: false, message: `${name} has no certificate that can be read: replace it.` };
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
