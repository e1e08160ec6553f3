import type { ReactNode } from 'react';
import styles from './record-page.module.css';

/** The line below the heading: the status, and what belongs to it. */
export function StatusLine({ children }: { readonly children: ReactNode }) {
  return <div className={styles.status}>{children}</div>;
}

interface ColumnsProps {
  readonly wide?: 'start' | 'end';
  readonly start: ReactNode;
  readonly end: ReactNode;
}

/** Two columns of parts, one below the other on a narrow screen. */
export function Columns({ wide = 'start', start, end }: ColumnsProps) {
  return (
    <div className={styles.columns} data-wide={wide}>
      <div>{start}</div>
      <div>{end}</div>
    </div>
  );
}
