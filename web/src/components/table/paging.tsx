import { useEffect, useRef } from 'react';
import { t } from '../../messages/en';
import { Button } from '../button/button';
import styles from './paging.module.css';

interface PagingProps {
  readonly hasMore: boolean;
  readonly isFirst: boolean;
  readonly onOlder: () => void;
  readonly onNewest: () => void;
}

export function Paging({ hasMore, isFirst, onOlder, onNewest }: PagingProps) {
  const newest = useRef<HTMLButtonElement>(null);
  const older = useRef<HTMLButtonElement>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  // The button of the last page is disabled, and would lose the focus: the other one gets it.
  useEffect(() => {
    const { current: button } = pressed;
    if (!button?.disabled || ![button, document.body].includes(document.activeElement as HTMLElement)) return;
    pressed.current = null;
    (button === older.current ? newest : older).current?.focus();
  }, [hasMore, isFirst]);
  if (!hasMore && isFirst) return null;
  return (
    <div className={styles.paging}>
      <Button
        ref={newest}
        disabled={isFirst}
        onClick={() => {
          pressed.current = newest.current;
          onNewest();
        }}
      >
        {t.common.newest}
      </Button>
      <Button
        ref={older}
        disabled={!hasMore}
        onClick={() => {
          pressed.current = older.current;
          onOlder();
        }}
      >
        {t.common.older}
      </Button>
    </div>
  );
}
