/** Accepts invitations of a login to accounts. Counsellors, a higher context, provides it. */
export abstract class OpenInvitations {
  /** The open ones, in the current transaction: their members become active. */
  abstract accept(loginId: string): Promise<void>;
}
