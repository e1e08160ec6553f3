import { createContext, useContext } from 'react';
import type { Session, SessionAccount } from '../api/types';

/** Who is signed in, and the account that is shown. */
export interface SignedIn {
  readonly session: Session;
  readonly account: SessionAccount;
}

export const SignedInContext = createContext<SignedIn | null>(null);

/** For pages of an account: they are shown only when there is one. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('This page needs an account.');
  return signedIn;
}

const LAST_ACCOUNT = 'aics.account';

/** The account that the browser showed last. Storage may be closed. */
export function lastAccount(): string | null {
  try {
    return localStorage.getItem(LAST_ACCOUNT);
  } catch {
    return null;
  }
}

export function rememberAccount(id: string): void {
  try {
    if (localStorage.getItem(LAST_ACCOUNT) !== id) localStorage.setItem(LAST_ACCOUNT, id);
  } catch {
    // The address carries it.
  }
}
