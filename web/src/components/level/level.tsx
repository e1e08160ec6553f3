import { useSyncExternalStore } from 'react';
import type { LevelStore } from '../../lib/live/level-store';
import styles from './level.module.css';

interface LevelProps {
  readonly label: string;
  readonly of: Pick<LevelStore, 'subscribe' | 'percent'>;
}

/** A meter of sound. It changes ten times a second, and nothing around it. */
export function Level({ label, of }: LevelProps) {
  const percent = useSyncExternalStore(of.subscribe, of.percent);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-testid="level"
      className={styles.level}
    >
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect width={percent} height="1" />
      </svg>
    </div>
  );
}
