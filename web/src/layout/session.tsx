import { createContext, useContext } from 'react';
import type { Session, SessionAccount } from '../api/types';
import { writeLocal, readLocal } from '../lib/local-storage';

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

/** The account that the browser showed last; the address carries it, too. */
export const lastAccount = (): string | null => readLocal(LAST_ACCOUNT);

export function rememberAccount(id: string): void {
  writeLocal(LAST_ACCOUNT, id);
}
