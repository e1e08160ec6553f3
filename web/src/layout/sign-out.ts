import { useRouter } from '@tanstack/react-router';
import { setIdentity } from '../api/client';
import { ApiError } from '../api/error';
import { queryClient } from '../api/queries';
import { requests } from '../api/requests';
import type { Session } from '../api/types';
import { forgetDrafts } from '../lib/agent/draft-key';
import { mayLeave } from './leave-guard';
import { useToast } from './toast';

export function useSignOut(): () => void {
  const router = useRouter();
  const toast = useToast();
  return () =>
    void (async () => {
      if (!(await mayLeave())) return;
      const login = queryClient.getQueryData<Session>(['session'])?.login;
      try {
        await requests.signOut();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toast({ error });
        return;
      }
      if (login) forgetDrafts(login.id);
      setIdentity(null, null);
      queryClient.clear();
      await router.navigate({ to: '/sign-in', search: {}, ignoreBlocker: true });
    })();
}
