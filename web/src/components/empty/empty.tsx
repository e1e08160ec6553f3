import type { ReactNode } from 'react';
import styles from './empty.module.css';

interface EmptyProps {
  readonly children: ReactNode;
  /** What to do about it. */
  readonly hint?: string;
  readonly action?: ReactNode;
}

export function Empty({ children, hint, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {hint !== undefined && <p>{hint}</p>}
      {action}
    </div>
  );
}

export function Skeleton({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div className={styles.skeleton} aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles.line} />
      ))}
    </div>
  );
}
