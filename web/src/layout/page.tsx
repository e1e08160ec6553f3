import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { ErrorBoundary } from './error-boundary';
import { isolated } from '../lib/text';
import { POPUPS_ID } from '../components/popups/popups';
import { t } from '../messages/en';
import styles from './page.module.css';
import { SignedInContext } from './session';

type PageState = 'loading' | 'ready' | 'error';

/** The layout draws everything around main; without it a page stands alone. */
export const StandsAlone = createContext(true);

interface PageProps {
  readonly name: string;
  readonly title: string;
  readonly heading?: ReactNode;
  /** The title contains foreign text. */
  readonly isForeign?: boolean;
  readonly state: PageState;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

let hasNavigated = false;

/** What removes a control may move the focus itself. */
const FOCUS_DELAY_MS = 100;

/** The next page that appears takes the focus. */
export function noteNavigation(): void {
  hasNavigated = true;
}

/** Every page: main with its name and state, the heading, the document's title. */
export function Page({
  name,
  title,
  heading,
  isForeign = false,
  state,
  actions,
  children,
  className,
}: PageProps): ReactNode {
  const account = useContext(SignedInContext)?.account;
  const standsAlone = useContext(StandsAlone);
  const h1 = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const parts = [
      isForeign ? isolated(title) : title,
      ...(account ? [isolated(account.name)] : []),
      t.common.service,
    ];
    document.title = parts.join(' · ');
  }, [title, isForeign, account]);
  useEffect(() => {
    if (hasNavigated) h1.current?.focus({ preventScroll: true });
  }, [name]);
  useKeptFocus();
  return (
    <main
      id="main"
      tabIndex={-1}
      data-page={name}
      data-state={state}
      className={`${styles.main} ${standsAlone ? styles.alone : ''} ${className ?? ''}`}
    >
      <div className={styles.head}>
        <h1 ref={h1} tabIndex={-1}>
          {heading ?? title}
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <ErrorBoundary>{children}</ErrorBoundary>
      <div id={POPUPS_ID} />
    </main>
  );
}

/** A control that goes with the focus, such as that of a removed row, leaves it to the heading. */
function useKeptFocus(): void {
  useEffect(() => {
    const onFocusOut = ({ target }: FocusEvent) => {
      setTimeout(() => {
        const isLost = document.activeElement === document.body && !(target as Node).isConnected;
        if (isLost) focusHeading();
      }, FOCUS_DELAY_MS);
    };
    document.addEventListener('focusout', onFocusOut);
    return () => document.removeEventListener('focusout', onFocusOut);
  }, []);
}

/** For when the button that had the focus goes: the focus must not. */
export function focusHeading(): void {
  if (isInField()) return;
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

/** A late response leaves the focus where the user types by then. */
export function isInField(): boolean {
  return document.activeElement?.matches('input, select, textarea') ?? false;
}
