import { useRouter } from '@tanstack/react-router';
import { setIdentity } from '../api/client';
import { ApiError } from '../api/error';
import { queryClient } from '../api/queries';
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
      try {
        await requests.signOut();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toast({ error });
        return;
      }
      if (session) {
        endDrafts(session.id);
        forgetDrafts(session.login.id);
        announceSignOut(session.id);
      }
      setIdentity(null, null);
      queryClient.clear();
      await router.navigate({ to: '/sign-in', search: {}, ignoreBlocker: true });
    })();
}
