import { removeLocal } from '../local-storage';

const prefixOf = (loginId: string) => `aics.draft.${loginId}.`;

/** By login and account; `what` is the agent, or a new one. */
export function draftKey(loginId: string, accountId: string, what: string): string {
  return `${prefixOf(loginId)}${accountId}.${what}`;
}

export function forgetDrafts(loginId: string): void {
  removeLocal(prefixOf(loginId), true);
}
