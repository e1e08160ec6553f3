/** A number of the account on the trunk, with its recent use. */
export interface OwnNumber {
  /** E.164. */
  readonly phoneNumber: string;
  readonly outbound: boolean;
  readonly isDefault: boolean;
  /** null: never. */
  readonly calledContactAt: Date | null;
  /** Dials that showed it, whether first or after a failover. */
  readonly usedToday: number;
}

interface TrunkCallerIds {
  readonly callerId: string | null;
  /** The SIP user name; null on other trunks. */
  readonly username: string | null;
}

/**
 * The number that this contact was last called from, else the least used today, then the default, then the lowest.
 * null: the trunk has none, so it cannot be dialed on.
 */
export function selectCallerId(numbers: readonly OwnNumber[], trunk: TrunkCallerIds): string | null {
  const [best] = numbers.filter(({ outbound }) => outbound).sort(byPreference);
  return best?.phoneNumber ?? trunk.callerId ?? trunk.username;
}

/** The permanent refusal of a call when no enabled trunk of the account has a number to show. */
export function noCallerId(trunkName: string): string {
  return `there is no number to call from on the trunk ${trunkName}`;
}

function byPreference(a: OwnNumber, b: OwnNumber): number {
  return (
    lastCalled(b) - lastCalled(a) ||
    a.usedToday - b.usedToday ||
    Number(b.isDefault) - Number(a.isDefault) ||
    // The shorter of two numbers in E.164 is the lower one.
    a.phoneNumber.length - b.phoneNumber.length ||
    (a.phoneNumber < b.phoneNumber ? -1 : 1)
  );
}

function lastCalled({ calledContactAt }: OwnNumber): number {
  return calledContactAt?.getTime() ?? 0;
}
