import type { Turn } from './talk';
import type { ToolRound } from './tool-use';

/** A turn of a waiting phrase is no answer to the contact. */
export type HistoryTurn = Turn & { readonly isWaiting?: true };

export type HistoryItem = HistoryTurn | ToolRound;

export function isRound(item: HistoryItem): item is ToolRound {
  return 'uses' in item;
}

/** The turns that were spoken, without waiting phrases. */
export function turnsOf(history: readonly HistoryItem[]): HistoryTurn[] {
  return history.filter((item): item is HistoryTurn => !isRound(item) && item.isWaiting !== true);
}
