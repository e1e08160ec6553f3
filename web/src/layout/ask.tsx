import { createContext, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';
import { ApiError } from '../api/error';
import type { Question } from '../components/confirm/confirm';
import { lazyPart } from '../components/lazy/lazy';

const Confirm = lazyPart(() => import('../components/confirm/confirm'));
const ConfirmPassword = lazyPart(() => import('./confirm-password'));

interface Asker {
  /** Asks before something dangerous; resolves with the answer. */
  readonly ask: (question: Question) => Promise<boolean>;
  /** Runs an action; where it needs a fresh sign-in it asks for the password and runs it again. */
  readonly confirmed: <T>(action: () => Promise<T>) => Promise<T>;
}

const AskContext = createContext<Asker | null>(null);

export function useAsk(): Asker {
  const asker = useContext(AskContext);
  if (!asker) throw new Error('Nobody can be asked here.');
  return asker;
}

/** The dialogs that actions open: "are you sure", and the password again. */
export function AskProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [wantsPassword, setWantsPassword] = useState(false);
  const answer = useRef<(isYes: boolean) => void>(() => undefined);
  const ask = useCallback(
    (next: Question) =>
      new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setQuestion(next);
      }),
    [],
  );
  const confirmed = useCallback(async <T,>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'confirmation_needed') throw error;
      const isConfirmed = await new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setWantsPassword(true);
      });
      if (!isConfirmed) throw error;
      return action();
    }
  }, []);
  const settle = (isYes: boolean) => {
    setQuestion(null);
    setWantsPassword(false);
    answer.current(isYes);
  };
  return (
    <AskContext value={{ ask, confirmed }}>
      {children}
      <Suspense>
        {question && <Confirm {...question} onAnswer={settle} />}
        {wantsPassword && <ConfirmPassword onAnswer={settle} />}
      </Suspense>
    </AskContext>
  );
}
