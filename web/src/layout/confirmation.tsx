import { useRouter } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../api/error';
import type { Question } from '../components/confirm/confirm';
import { lazyPart } from '../components/lazy/lazy';
import { ErrorBoundary } from './error-boundary';
import toastStyles from './toast.module.css';

const Confirm = lazyPart(() => import('../components/confirm/confirm'));
const ConfirmPassword = lazyPart(() => import('./confirm-password'));

interface Confirmation {
  readonly confirm: (question: Question) => Promise<boolean>;
  /** Ends the question, if it is open, without a yes. */
  readonly withdraw: (question: Question) => void;
  /** Runs an action; where it needs a fresh sign-in it requests the password and runs it again. */
  readonly confirmed: <T>(action: () => Promise<T>) => Promise<T>;
}

const ConfirmationContext = createContext<Confirmation | null>(null);

export function useConfirm(): Confirmation {
  const confirmation = useContext(ConfirmationContext);
  if (!confirmation) throw new Error('useConfirm requires a ConfirmationProvider above it.');
  return confirmation;
}

interface ConfirmationProviderProps {
  /** Another one for content that is drawn anew. */
  readonly contentKey: string;
  readonly children: ReactNode;
}

/** Provides the dialogs of actions: confirmation, and the password again. */
export function ConfirmationProvider({ contentKey, children }: ConfirmationProviderProps) {
  const { question, wantsPassword, settle, confirm, withdraw, confirmPassword } = useQuestion();
  const confirmed = useCallback(
    async <T,>(action: () => Promise<T>): Promise<T> => {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'confirmation_needed') throw error;
        if (!(await confirmPassword())) throw error;
        return action();
      }
    },
    [confirmPassword],
  );
  useEndWithContent(contentKey, settle);
  return (
    <ConfirmationContext value={{ confirm, withdraw, confirmed }}>
      {children}
      <ErrorBoundary className={toastStyles.toast}>
        <Suspense>
          {question && <Confirm {...question} onAnswer={settle} />}
          {wantsPassword && <ConfirmPassword onAnswer={settle} />}
        </Suspense>
      </ErrorBoundary>
    </ConfirmationContext>
  );
}

/** One dialog at a time, and what waits for its answer. */
function useQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [wantsPassword, setWantsPassword] = useState(false);
  const answer = useRef<(isYes: boolean) => void>(() => undefined);
  const open = useRef<Question | null>(null);
  const settle = useCallback((isYes: boolean) => {
    open.current = null;
    setQuestion(null);
    setWantsPassword(false);
    answer.current(isYes);
  }, []);
  const confirm = useCallback(
    (next: Question) =>
      new Promise<boolean>((resolve) => {
        // Back may lead to another question over an open dialog, which then ends without a yes.
        settle(false);
        answer.current = resolve;
        open.current = next;
        setQuestion(next);
      }),
    [settle],
  );
  const withdraw = useCallback(
    (former: Question) => {
      if (open.current === former) settle(false);
    },
    [settle],
  );
  const confirmPassword = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setWantsPassword(true);
      }),
    [],
  );
  return { question, wantsPassword, settle, confirm, withdraw, confirmPassword };
}

/** A dialog of content that goes, such as by Back, ends without a yes: it would lock the next page. */
function useEndWithContent(contentKey: string, settle: (isYes: boolean) => void): void {
  const router = useRouter();
  useEffect(() => () => settle(false), [contentKey, settle]);
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && settle(false)),
    [router, settle],
  );
}
