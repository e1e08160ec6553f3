import { DAY_MS, MINUTE_MS } from '../../platform/kernel/time/durations';

/** To set up the console, by an invitation, by "Forgot your password?", or by an admin or command. */
export type LinkKind = 'setup' | 'invitation' | 'forgotten' | 'given';

export const LINK_LIFETIMES_MS: Readonly<Record<LinkKind, number>> = {
  setup: DAY_MS,
  invitation: 7 * DAY_MS,
  forgotten: 30 * MINUTE_MS,
  given: DAY_MS,
};

export const MAX_REFUSALS = 5;
