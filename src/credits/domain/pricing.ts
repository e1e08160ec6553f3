import type { Amount } from '../../platform/kernel/amount';

/** How long a call may talk, at a price frozen before it dials. */
export interface Grant {
  readonly minutes: number;
  readonly amount: Amount;
}

/**
 * Reserves the longest possible talk, or what is available in whole minutes, at least one; null when less is available
 * (R41). A price of 0 always grants.
 */
export function grant(available: Amount, pricePerMinute: Amount, maxMinutes: number): Grant | null {
  if (pricePerMinute === 0n) return { minutes: maxMinutes, amount: 0n };
  const affordable = available / pricePerMinute;
  if (affordable < 1n) return null;
  const minutes = affordable < BigInt(maxMinutes) ? Number(affordable) : maxMinutes;
  return { minutes, amount: BigInt(minutes) * pricePerMinute };
}

/** The charge for a talk: each started minute, at least one, at most what was reserved (R42). */
export function charge(talkSeconds: number, pricePerMinute: Amount, reserved: Amount): Amount {
  const minutes = BigInt(Math.max(1, Math.ceil(talkSeconds / 60)));
  const price = minutes * pricePerMinute;
  return price < reserved ? price : reserved;
}
