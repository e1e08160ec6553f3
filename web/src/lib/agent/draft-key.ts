import { readLocal, removeLocal, writeLocal } from '../local-storage';

const prefixOf = (loginId: string) => `aics.draft.${loginId}.`;

/** By login and account; `what` is the agent, or a new one. */
export function draftKey(loginId: string, accountId: string, what: string): string {
  return `${prefixOf(loginId)}${accountId}.${what}`;
}

const SESSION = 'aics.session';

/** The session whose pages may store drafts: all tabs of a browser share it. */
export function allowDrafts(sessionId: string): void {
  writeLocal(SESSION, sessionId);
}

/** False after another tab has signed out. */
export function mayKeepDrafts(sessionId: string): boolean {
  return readLocal(SESSION) === sessionId;
}

export function forgetDrafts(loginId: string): void {
  removeLocal(SESSION);
  removeLocal(prefixOf(loginId), true);
}
