import { useEffect, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../api/queries';
import type { Session } from '../api/types';

export function useEnter(): (session: Session, to?: string | null) => Promise<void> {
  const router = useRouter();
  return async (session, to) => {
    queryClient.clear();
    queryClient.setQueryData(['session'], session);
    if (to) router.history.push(to);
    else await router.navigate({ to: '/', search: {} });
  };
}

/** Behind # of the address, and removed from it at once; another link may be pasted into the same tab. */
export function useToken(): string {
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const take = () => {
      const next = window.location.hash.slice(1);
      if (next === '') return;
      setToken(next);
      window.history.replaceState(window.history.state, '', window.location.pathname);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}
