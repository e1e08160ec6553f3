import type { Warning } from '../../platform/kernel/warning';
import { DAY_MS, HOUR_MS } from '../../platform/kernel/time/durations';

export const INVITATION_LIFETIME_MS = 7 * DAY_MS;

/** After failed tries, then hourly, for 24 hours. */
const WAITS_MS = [60_000, 300_000, 900_000, 1_800_000];
const MAX_RETRY_MS = 24 * HOUR_MS;

/** The limit of an account in one of its local days. */
export const MAX_MAILS_PER_DAY = 50;

export const LIMIT_WARNING: Warning = {
  field: 'email',
  code: 'welcome_email_limit',
  message: `The account has had its ${MAX_MAILS_PER_DAY} welcome e-mails of the day: none is sent to this person, now or later.`,
};

export interface Invitation {
  readonly memberId: string;
  readonly accountId: string;
  readonly state: 'open' | 'accepted' | 'revoked';
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export function nextMailAt(createdAt: Date, attempts: number, now: Date): Date | null {
  const next = new Date(now.getTime() + (WAITS_MS[attempts - 1] ?? HOUR_MS));
  return next.getTime() <= createdAt.getTime() + MAX_RETRY_MS ? next : null;
}

export type InvitationPage = 'open' | 'accepted' | 'gone';

export function pageOf(invitation: Invitation | null, now: Date): InvitationPage {
  if (!invitation || invitation.state === 'revoked') return 'gone';
  if (invitation.state === 'accepted') return 'accepted';
  return invitation.expiresAt > now ? 'open' : 'gone';
}
