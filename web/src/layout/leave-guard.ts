import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { t } from '../messages/en';
import type { Question } from '../components/confirm/confirm';
import { useConfirm } from './confirmation';

export const UNSAVED: Question = {
  title: t.common.leave,
  text: t.common.leaveText,
  action: t.common.leaveNow,
  back: t.common.stay,
};

/** One question for each form that would lose changes. */
const asking = new Set<() => Promise<boolean>>();

/** The title of the question that the user has just answered with yes: other forms of the page do not ask it again. */
let agreedTo: string | null = null;

/** For actions that cannot be undone once they have begun. */
export async function mayLeave(): Promise<boolean> {
  const [first] = asking;
  return first === undefined || (await first());
}

/** For a dialog: returns the handler that dismisses it, which confirms before unsaved changes are lost. */
export function useDismissal(
  isChanged: boolean,
  onClose: () => void,
  question: Question = UNSAVED,
): () => void {
  const { confirm } = useConfirm();
  useLeaveGuard(isChanged, question);
  return () =>
    void (async () => {
      if (!isChanged || (await confirm(question))) onClose();
    })();
}

/** Confirms before unsaved changes are lost, by a link or by closing the tab. */
export function useLeaveGuard(isChanged: boolean, question: Question = UNSAVED): void {
  const { confirm, withdraw } = useConfirm();
  const shouldBlock = useCallback(async () => {
    if (!isChanged || agreedTo === question.title) return false;
    if (!(await confirm(question))) return true;
    agreedTo = question.title;
    // The blockers of the other forms run before the next timer.
    setTimeout(() => (agreedTo = null));
    return false;
  }, [confirm, isChanged, question]);
  useEffect(() => {
    if (!isChanged) return;
    const own = () => confirm(question);
    asking.add(own);
    return () => {
      asking.delete(own);
      // Saved while it was open: nothing is lost any more.
      withdraw(question);
    };
  }, [confirm, withdraw, isChanged, question]);
  useBlocker({ shouldBlockFn: shouldBlock, enableBeforeUnload: isChanged, disabled: !isChanged });
}
