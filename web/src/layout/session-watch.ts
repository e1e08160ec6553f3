import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { setIdentity } from '../api/client';
import type { ApiError } from '../api/error';
import { forgetAnswers, queryClient, watchErrors } from '../api/queries';
import { requests } from '../api/requests';
import type { Session } from '../api/types';
import { forgetDrafts } from '../lib/agent/draft-key';
import { onSignOutElsewhere } from './other-tabs';

/** These 403 change nothing of the session, and have their own next step. */
const EXPECTED = [
  'confirmation_needed',
  'counsellor_not_manageable',
  'cross_origin',
  'member_not_manageable',
];
const CHECK_EVERY_MS = 5_000;

/** Loads the session again when an error may be caused by a removed session, account or role. */
export function useErrorWatch(
  session: Session | undefined,
  setOther: (session: Session) => void,
  setChecks: (next: (checks: number) => number) => void,
): void {
  const lastCheck = useRef(0);
  const known = useRef(session);
  useEffect(() => {
    known.current = session;
  }, [session]);

  const toSignIn = useToSignIn();
  const check = useCallback(async () => {
    const former = known.current;
    setIdentity(null, null);
    forgetAnswers();
    setChecks((checks) => checks + 1);
    try {
      const next = await requests.session();
      if (former && next.id !== former.id) setOther(next);
      else queryClient.setQueryData(['session'], next);
    } catch (error) {
      if ((error as ApiError).status === 401) toSignIn();
    }
  }, [setChecks, setOther, toSignIn]);

  useEffect(() => {
    watchErrors((error) => {
      const hasChanged =
        (error.status === 403 && !EXPECTED.includes(error.code)) ||
        (error.status === 404 && error.details.header !== undefined);
      if (error.code === 'not_signed_in') {
        if (known.current) void check();
        else toSignIn();
      } else if (hasChanged && Date.now() - lastCheck.current > CHECK_EVERY_MS) {
        lastCheck.current = Date.now();
        void check();
      }
    });
    const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && check());
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pageshow', onShow);
      watchErrors(() => undefined);
    };
  }, [check, toSignIn]);
  useSignOutWatch(known, check);
}

function useToSignIn(): () => void {
  const router = useRouter();
  return useCallback(() => {
    const { href, pathname } = router.latestLocation;
    // This frame stays, and its requests continue, until that page has loaded.
    if (pathname === '/sign-in') return;
    queryClient.clear();
    // Saving is no longer possible, so no confirmation is needed.
    void router.navigate({
      to: '/sign-in',
      search: { next: `/console${href === '/' ? '' : href}` },
      // Back would lead here again.
      replace: true,
      ignoreBlocker: true,
    });
  }, [router]);
}

/** After a sign-out in another tab nothing of its session is stored or shown here. */
function useSignOutWatch(known: { readonly current: Session | undefined }, check: () => Promise<void>): void {
  useEffect(
    () =>
      onSignOutElsewhere((sessionId) => {
        if (known.current?.id !== sessionId) return;
        forgetDrafts(known.current.login.id);
        void check();
      }),
    [known, check],
  );
}
