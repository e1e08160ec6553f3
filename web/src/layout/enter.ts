import { useEffect, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../api/queries';
import type { Session } from '../api/types';

/** Opens the page as somebody who has just signed in: nothing of a former session stays. */
export function useEnter(): (session: Session, to?: string | null) => Promise<void> {
  const router = useRouter();
  return async (session, to) => {
    queryClient.clear();
    queryClient.setQueryData(['session'], session);
    if (to) router.history.push(to);
    else await router.navigate({ to: '/', search: {} });
  };
}

/** The token behind # of a link, which leaves the address at once; another link may be pasted into the same tab. */
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
