import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { type ToolInvocation, toolRequests } from '../../api/tools';

/** Loaded again at a new status of the call, and while one still runs after the talk. */
export function useToolUses(callId: string, isLive: boolean) {
  const { data, error, refetch } = useLive({
    key: ['call-tools', callId],
    load: (signal) => toolRequests.ofCall(callId, signal),
    every: (last) =>
      !isLive && last?.data.some(({ status }) => status === 'running') ? EVERY.toolUses : EVERY.once,
  });
  const uses: readonly ToolInvocation[] = data?.data ?? [];
  return { uses, error, retry: () => void refetch() };
}
