import { createContext, useContext } from 'react';
import { requests } from '../api/requests';
import type { Session, SessionAccount } from '../api/types';
import { allowDrafts } from '../lib/agent/draft-key';
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

/** Only the service's answer allows drafts: a cached one may be older than a sign-out. */
export async function loadSession(signal?: AbortSignal): Promise<Session> {
  const session = await requests.session(signal);
  allowDrafts(session.id);
  return session;
}

const LAST_ACCOUNT = 'aics.account';

/** The address carries it, too. */
export const lastAccount = (): string | null => readLocal(LAST_ACCOUNT);

export function rememberAccount(id: string): void {
  writeLocal(LAST_ACCOUNT, id);
}
