import { createContext, type ReactNode, useContext } from 'react';
import { shownTime } from '../../lib/shown-time';
import styles from './time.module.css';

export const Zone = createContext('UTC');

interface TimeProps {
  readonly at: string;
  /** Instead of day, hour and minute. */
  readonly children?: ReactNode;
}

/** The zone's name shows on hover and focus. */
export function Time({ at, children }: TimeProps) {
  const zone = useContext(Zone);
  return (
    <time dateTime={at} title={zone} data-zone={zone} tabIndex={0} className={styles.time}>
      {children ?? shownTime(at, zone)}
    </time>
  );
}
