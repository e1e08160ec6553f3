import type { Warning } from '../../platform/kernel/warning';

/** "The mail holds a link (7 days, token stored as a hash)". */
export const INVITATION_MS = 7 * 24 * 3_600_000;

/** "It is tried again for 24 h": waits after each try that failed, then every hour. */
const WAITS_MS = [60_000, 300_000, 900_000, 1_800_000];
const HOUR_MS = 3_600_000;
const TRIED_FOR_MS = 24 * HOUR_MS;

/** "At most 50 welcome e-mails an account and day", by the account's local day in which they were asked for. */
export const MAILS_A_DAY = 50;

export const LIMIT_WARNING: Warning = {
  field: 'email',
  code: 'welcome_email_limit',
  message: `The account has had its ${MAILS_A_DAY} welcome e-mails of the day: none is sent to this person, now or later.`,
};

/** An invitation to work in an account, as its link finds it. */
export interface Invitation {
  readonly memberId: string;
  readonly accountId: string;
  readonly state: 'open' | 'accepted' | 'revoked';
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** When an e-mail that was not taken is tried again; null when it was tried for long enough. */
export function nextMailAt(createdAt: Date, attempts: number, now: Date): Date | null {
  const next = new Date(now.getTime() + (WAITS_MS[attempts - 1] ?? HOUR_MS));
  return next.getTime() <= createdAt.getTime() + TRIED_FOR_MS ? next : null;
}

/** What the link of an invitation leads to. */
export type InvitationPage = 'open' | 'accepted' | 'gone';

export function pageOf(invitation: Invitation | null, now: Date): InvitationPage {
  if (!invitation || invitation.state === 'revoked') return 'gone';
  if (invitation.state === 'accepted') return 'accepted';
  return invitation.expiresAt > now ? 'open' : 'gone';
}
