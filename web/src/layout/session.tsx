import { createContext, useContext } from 'react';
import type { Session, SessionAccount } from '../api/types';
import { writeLocal, readLocal } from '../lib/local-storage';

export interface SignedIn {
  readonly session: Session;
  readonly account: SessionAccount;
}

export const SignedInContext = createContext<SignedIn | null>(null);

/** For pages of an account, which are shown only with one. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('This page needs an account.');
  return signedIn;
}

const LAST_ACCOUNT = 'aics.account';

/** The address carries it, too. */
export const lastAccount = (): string | null => readLocal(LAST_ACCOUNT);

export function rememberAccount(id: string): void {
  writeLocal(LAST_ACCOUNT, id);
}
