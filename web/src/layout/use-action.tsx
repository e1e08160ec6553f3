import { useState } from 'react';
import { ApiError } from '../api/error';
import { reportError } from '../api/queries';
import { Button } from '../components/button/button';
import type { Question } from '../components/confirm/confirm';
import { useConfirm } from './confirmation';
import { useToast } from './toast';

interface Running<T> {
  /** The toast after success. */
  readonly done?: string | ((result: T) => string) | undefined;
  /** Confirmed before it runs. */
  readonly ask?: Question | undefined;
  /** Called when it has run; null: it failed. */
  readonly after?: ((success: Success<T> | null) => void) | undefined;
}

interface Success<T> {
  readonly result: T;
}

type Run = <T>(action: () => Promise<T>, options?: string | Running<T>) => Promise<Success<T> | null>;

/** One action at a time, with a toast for its result. Requests the password where needed. */
export function useAction(): { readonly run: Run; readonly isBusy: boolean } {
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const { confirm, confirmed } = useConfirm();
  const attempt = async <T,>(action: () => Promise<T>, { done }: Running<T>): Promise<Success<T> | null> => {
    setBusy(true);
    try {
      const result = await confirmed(action);
      toast(done === undefined ? null : { text: typeof done === 'string' ? done : done(result) });
      return { result };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reportError(error);
      toast({ error });
      return null;
    } finally {
      setBusy(false);
    }
  };
  const run: Run = async (action, options = {}) => {
    if (isBusy) return null;
    const running = typeof options === 'string' ? { done: options } : options;
    if (running.ask && !(await confirm(running.ask))) return null;
    const success = await attempt(action, running);
    running.after?.(success);
    return success;
  };
  return { run, isBusy };
}

interface ActionButtonProps<T> extends Omit<Running<T>, 'ask'> {
  readonly words: string;
  readonly look?: 'plain' | 'quiet' | 'main';
  readonly act: () => Promise<T>;
  readonly ask?: Omit<Question, 'action'> | undefined;
}

/** Runs an action; the question before it repeats the button's words. */
export function ActionButton<T>({ words, look = 'plain', act, ask, ...rest }: ActionButtonProps<T>) {
  const { run, isBusy } = useAction();
  const question = ask && { ...ask, action: words };
  return (
    <Button look={look} isBusy={isBusy} onClick={() => void run(act, { ...rest, ask: question })}>
      {words}
    </Button>
  );
}
