import { useEffect, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { setIdentity, setSession } from '../api/client';
import { ApiError } from '../api/error';
import { queryClient } from '../api/queries';
import { requests } from '../api/requests';
import type { Session } from '../api/types';
import { t } from '../messages/en';
import { announceSignIn } from './other-tabs';

/**
 * Opens a page in place of the one that signed in: Back leads past it.
 *
 * @throws ApiError when the browser did not store the cookie of the session
 */
export function useEnter(): (session: Session, to?: string | null) => Promise<void> {
  const router = useRouter();
  return async (session, to) => {
    // A session that ended while its page was open would be sent for this one.
    setIdentity(null, session.id);
    await checkCookie();
    queryClient.clear();
    queryClient.setQueryData(['session'], session);
    announceSignIn();
    if (to && isPage(router, to)) router.history.replace(to);
    else await router.navigate({ to: '/', search: {}, replace: true });
  };
}

/** The sign-in would begin again without a reason. Other failures are the next page's. */
async function checkCookie(): Promise<void> {
  const refused = await requests.session().then(
    () => false,
    (thrown: unknown) => thrown instanceof ApiError && thrown.status === 401,
  );
  if (refused) throw new ApiError(401, 'no_cookie', t.signIn.noCookie);
}

/** A new password replaces the session: requests have it at once, the page a moment later. */
export function followSession(session: Session): void {
  setSession(session.id);
  queryClient.setQueryData(['session'], session);
}

/** Not an address below `/console` that no page has. */
function isPage(router: ReturnType<typeof useRouter>, address: string): boolean {
  const { pathname } = new URL(address, window.location.origin);
  const [, , route] = router.getMatchedRoutes(pathname.replace(/^\/console/, '') || '/');
  const { page } = (route?.options.staticData ?? {}) as { readonly page?: string };
  return page !== undefined && page !== 'not-found';
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
