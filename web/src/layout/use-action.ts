import { useState } from 'react';
import { ApiError } from '../api/error';
import { reportError } from '../api/queries';
import { useConfirm } from './confirmation';
import { useToast } from './toast';

/** One action at a time, with a toast for its result. Requests the password where needed. */
export function useAction(): {
  readonly run: (action: () => Promise<unknown>, done?: string) => Promise<boolean>;
  readonly isBusy: boolean;
} {
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const { confirmed } = useConfirm();
  const run = async (action: () => Promise<unknown>, done?: string) => {
    if (isBusy) return false;
    setBusy(true);
    try {
      await confirmed(action);
      toast(done === undefined ? null : { text: done });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reportError(error);
      toast({ error });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy };
}
