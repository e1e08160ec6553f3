import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { ApiError } from '../api/error';
import { Button } from '../components/button/button';
import { Failed } from '../components/failed/failed';
import { Icon } from '../components/icon/icon';
import { t } from '../messages/en';
import styles from './tell.module.css';

/** What became of an action. */
export type News = { readonly text: string } | { readonly error: ApiError };

const Tell = createContext<(news: News | null) => void>(() => undefined);

/** Tells what became of an action, until the next one or until it is closed. */
export const useTell = () => useContext(Tell);

/** Holds the line that tells what became of actions. */
export function Teller({ children }: { readonly children: (line: ReactNode) => ReactNode }) {
  const [news, setNews] = useState<News | null>(null);
  const tell = useCallback((next: News | null) => {
    setNews(next);
  }, []);
  const line = useMemo(
    () => (
      <div className={styles.news} data-empty={news === null || undefined}>
        <p role="status">{news && 'text' in news ? news.text : ''}</p>
        {news && 'error' in news && <Failed error={news.error} />}
        {news && (
          <Button
            look="quiet"
            aria-label={t.common.close}
            onClick={() => {
              setNews(null);
            }}
          >
            <Icon name="close" />
          </Button>
        )}
      </div>
    ),
    [news],
  );
  return <Tell value={tell}>{children(line)}</Tell>;
}
