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
  if (!hasMore && isFirst) return null;
  return (
    <div className={styles.paging}>
      <Button disabled={isFirst} onClick={onNewest}>
        {t.common.newest}
      </Button>
      <Button disabled={!hasMore} onClick={onOlder}>
        {t.common.older}
      </Button>
    </div>
  );
}
