/** Decides whether members can receive human calls. Counsellors, a higher context, provides it. */
export abstract class CallingAbility {
  /** `null`: the member can be called. */
  abstract blockedReason(accountId: string, memberId: string): Promise<string | null>;
}
