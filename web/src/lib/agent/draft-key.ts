import { removeLocal } from '../local-storage';

const prefixOf = (loginId: string) => `aics.draft.${loginId}.`;

/** The key of a draft by login and account; `what` is the agent, or a new one. */
export function draftKey(loginId: string, accountId: string, what: string): string {
  return `${prefixOf(loginId)}${accountId}.${what}`;
}

const ended = new Set<string>();

/** Pages of this session store no draft any more: their login has signed out. */
export function endDrafts(sessionId: string): void {
  ended.add(sessionId);
}

export function mayKeepDrafts(sessionId: string): boolean {
  return !ended.has(sessionId);
}

export function forgetDrafts(loginId: string): void {
  removeLocal(prefixOf(loginId), true);
}
