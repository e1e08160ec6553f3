const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** To set up the console, by an invitation, by "Forgot your password?", or by an admin or command. */
export type LinkKind = 'setup' | 'invitation' | 'forgotten' | 'given';

export const LINK_LIFETIMES_MS: Readonly<Record<LinkKind, number>> = {
  setup: DAY_MS,
  invitation: 7 * DAY_MS,
  forgotten: 30 * MINUTE_MS,
  given: DAY_MS,
};

export const MAX_REFUSALS = 5;
