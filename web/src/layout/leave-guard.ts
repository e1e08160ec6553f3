import { useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { t } from '../messages/en';
import type { Question } from '../components/confirm/confirm';
import { useAsk } from './ask';

const UNSAVED: Question = {
  title: t.common.leave,
  text: t.common.leaveText,
  action: t.common.leaveNow,
  back: t.common.stay,
};

/** Asks before a page is left with something that would be lost, by a link or by closing the tab. */
export function useLeaveGuard(isChanged: boolean, question: Question = UNSAVED): void {
  const { ask } = useAsk();
  const shouldBlock = useCallback(async () => {
    if (!isChanged) return false;
    return !(await ask(question));
  }, [ask, isChanged, question]);
  useBlocker({ shouldBlockFn: shouldBlock, enableBeforeUnload: isChanged, disabled: !isChanged });
}
