import { useRouter } from '@tanstack/react-router';
import { speakAs } from '../api/client';
import { ApiError } from '../api/error';
import { queryClient } from '../api/queries';
import { requests } from '../api/requests';
import { useTell } from './tell';

/** Signs out and forgets what was shown. */
export function useSignOut(): () => void {
  const router = useRouter();
  const tell = useTell();
  return () => {
    requests.signOut().then(
      () => {
        speakAs(null, null);
        queryClient.clear();
        void router.navigate({ to: '/sign-in', search: {} });
      },
      (error: unknown) => {
        if (error instanceof ApiError) tell({ error });
      },
    );
  };
}
