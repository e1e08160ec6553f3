import { removeLocal } from '../local-storage';

const prefixOf = (loginId: string) => `aics.draft.${loginId}.`;

/** Where a draft is kept: by login and account, and what it is a draft of. */
export function draftKey(loginId: string, accountId: string, what: string): string {
  return `${prefixOf(loginId)}${accountId}.${what}`;
}

/** Forgets every draft of a login. */
export function forgetDrafts(loginId: string): void {
  removeLocal(prefixOf(loginId), true);
}
