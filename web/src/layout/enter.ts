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

/** The token behind # of a link, which then leaves the address. */
export function takeToken(): string {
  const token = window.location.hash.slice(1);
  if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}
