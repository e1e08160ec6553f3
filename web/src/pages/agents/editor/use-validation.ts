import { useEffect, useState } from 'react';
import { queryClient, useLive } from '../../../api/queries';
import { requests } from '../../../api/requests';
import { changesOf, newAgentOf } from '../../../lib/agent/form';
import type { Draft } from './use-draft';

const QUIET_MS = 500;

/** Validates the draft half a second after typing. */
export function useValidation(id: string | null, draft: Draft, isOff: boolean) {
  const body = JSON.stringify(bodyOf(id, draft));
  const [asked, setAsked] = useState(body);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(body), QUIET_MS);
    return () => clearTimeout(timer);
  }, [body]);
  useEffect(() => {
    // Each key holds a whole script, so only the shown one is cached.
    queryClient.removeQueries({ queryKey: ['agent-validation'], type: 'inactive' });
  }, [asked]);
  return useLive({
    key: ['agent-validation', asked],
    load: (signal) =>
      requests.validateAgent(JSON.parse(asked) as Parameters<typeof requests.validateAgent>[0], signal),
    keep: true,
    // The last response stays while the user types.
    isOff: isOff || asked !== body,
  });
}

function bodyOf(id: string | null, { form, saved, version }: Draft) {
  if (id === null) return { agent: newAgentOf(form) };
  return { id, agent: { ...changesOf(form, saved), expected_updated_at: version } };
}
