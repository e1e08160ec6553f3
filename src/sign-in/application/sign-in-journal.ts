export interface SignInAuditEntry {
  readonly loginId: string;
  /** An operation id; a refused sign-in has its own. */
  readonly action: 'consoleSignIn' | 'consoleSignInFailed' | 'consoleSetUp' | 'consoleRedeemLink';
  readonly address: string;
}

/** Stores successful and failed sign-ins. The console, a higher context, provides it. Never throws. */
export abstract class SignInJournal {
  abstract note(note: SignInAuditEntry): Promise<void>;
}
