import { requests } from '../../api/requests';

/** How many calls wait for an agent. @throws ApiError */
export async function waitingCallsOf(agentId: string): Promise<number> {
  return (await requests.validateAgent({ id: agentId, agent: {} })).waiting_calls;
}
