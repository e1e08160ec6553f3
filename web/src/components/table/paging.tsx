import { t } from '../../messages/en';
import { Button } from '../button/button';
import styles from './paging.module.css';

interface PagingProps {
  readonly hasMore: boolean;
  readonly isFirst: boolean;
  readonly onOlder: () => void;
  readonly onNewest: () => void;
}

/** A button that leads nowhere stays focusable: the focus is on it when its page is the last. */
export function Paging({ hasMore, isFirst, onOlder, onNewest }: PagingProps) {
  if (!hasMore && isFirst) return null;
  return (
    <div className={styles.paging}>
      <Button aria-disabled={isFirst || undefined} onClick={() => !isFirst && onNewest()}>
        {t.common.newest}
      </Button>
      <Button aria-disabled={!hasMore || undefined} onClick={() => hasMore && onOlder()}>
        {t.common.older}
      </Button>
    </div>
  );
}
