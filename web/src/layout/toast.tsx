import { useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { ApiError } from '../api/error';
import { Button } from '../components/button/button';
import { Failed } from '../components/failed/failed';
import { Icon } from '../components/icon/icon';
import { t } from '../messages/en';
import styles from './toast.module.css';

export type Toast = { readonly text: string } | { readonly error: ApiError };

const ToastContext = createContext<(shown: Toast | null) => void>(() => undefined);

export const useToast = () => useContext(ToastContext);

export function Toaster({ children }: { readonly children: (line: ReactNode) => ReactNode }) {
  const [shown, setNews] = useState<Toast | null>(null);
  const router = useRouter();
  useEffect(() => {
    // A failure stays: the user may have opened another page before it came.
    const withoutSuccess = (now: Toast | null) => (now && 'text' in now ? null : now);
    return router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && setNews(withoutSuccess));
  }, [router]);
  const line = (
    <div className={styles.toast} data-empty={shown === null || undefined}>
      <p role="status">{shown && 'text' in shown ? shown.text : ''}</p>
      {shown && 'error' in shown && <Failed error={shown.error} />}
      {shown && (
        <Button look="quiet" aria-label={t.common.close} onClick={() => setNews(null)}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  );
  return <ToastContext value={setNews}>{children(line)}</ToastContext>;
}
