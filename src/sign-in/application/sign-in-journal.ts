/** What is told of a login in each account where it is active. */
export interface SignInAuditEntry {
  readonly loginId: string;
  /** An operation id; a refused sign-in has one of its own. */
  readonly action: 'consoleSignIn' | 'consoleSignInFailed' | 'consoleSetUp' | 'consoleRedeemLink';
  readonly address: string;
}

/** Keeps who signed in and who failed to. The console, a higher context, provides it. Never throws. */
export abstract class SignInJournal {
  abstract note(note: SignInAuditEntry): Promise<void>;
}
