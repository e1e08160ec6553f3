/** The invitations of a login to accounts. Counsellors, a higher context, provides it. */
export abstract class OpenInvitations {
  /** Accepts those that are open, in the current transaction: their members become active. */
  abstract accept(loginId: string): Promise<void>;
}
