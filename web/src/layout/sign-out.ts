import { useRouter } from '@tanstack/react-router';
import { setIdentity } from '../api/client';
import { ApiError } from '../api/error';
import { queryClient, reportError } from '../api/queries';
import { requests } from '../api/requests';
import type { Session } from '../api/types';
import { endDrafts, forgetDrafts } from '../lib/agent/draft-key';
import { mayLeave } from './leave-guard';
import { announceSignOut } from './other-tabs';
import { useToast } from './toast';

export function useSignOut(): () => void {
  const router = useRouter();
  const toast = useToast();
  return () =>
    void (async () => {
      if (!(await mayLeave())) return;
      const session = queryClient.getQueryData<Session>(['session']);
      const forget = () => {
        if (!session) return;
        endDrafts(session.id);
        forgetDrafts(session.login.id);
        announceSignOut(session.id);
      };
      try {
        await requests.signOut();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== 'not_signed_in') {
          toast({ error });
          return;
        }
        // The session has ended before; the page finds out whether another one is there.
        forget();
        reportError(error);
        return;
      }
      forget();
      setIdentity(null, null);
      queryClient.clear();
      await router.navigate({ to: '/sign-in', search: {}, ignoreBlocker: true });
    })();
}
