import { createContext, useContext } from 'react';
import { shownTime } from '../../lib/shown-time';
import styles from './time.module.css';

export const Zone = createContext('UTC');

/** The zone's name shows on hover and focus. */
export function Time({ at }: { readonly at: string }) {
  const zone = useContext(Zone);
  return (
    <time dateTime={at} title={zone} data-zone={zone} tabIndex={0} className={styles.time}>
      {shownTime(at, zone)}
    </time>
  );
}
