/** Decides whether members can receive human calls. Counsellors, a higher context, provides it. */
export abstract class CallingAbility {
  /** Why a member cannot be called now; null when possible. */
  abstract blockedReason(accountId: string, memberId: string): Promise<string | null>;
}
