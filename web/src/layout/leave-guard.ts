import { useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { t } from '../messages/en';
import { useAsk } from './ask';

/** Asks before a changed form is left, by a link or by closing the tab. */
export function useLeaveGuard(isChanged: boolean): void {
  const { ask } = useAsk();
  const shouldBlock = useCallback(async () => {
    if (!isChanged) return false;
    const leaves = await ask({
      title: t.common.leave,
      text: t.common.leaveText,
      action: t.common.leaveNow,
      back: t.common.stay,
    });
    return !leaves;
  }, [ask, isChanged]);
  useBlocker({ shouldBlockFn: shouldBlock, enableBeforeUnload: isChanged, disabled: !isChanged });
}
