import type { Agent } from './agent';
import type { Warning } from '../../platform/kernel/warning';

/** The setting stays when its agent stops calling out; calls without `agent_id` are then refused. */
export function defaultAgentWarnings(agent: Agent, field: DefaultAgentField): Warning[] {
  if (agent.canCallOut) return [];
  const { enabled } = agent.state;
  return [
    {
      field: field === 'agent' ? (enabled ? 'direction' : 'enabled') : field,
      code: 'default_agent_cannot_call',
      message:
        `The account's default agent ${enabled ? 'only answers calls' : 'is turned off'}: calls without agent_id are ` +
        `refused with ${enabled ? 'agent_inbound_only' : 'agent_disabled'} until it can call again or another is chosen.`,
    },
  ];
}

/** `agent` in the view of the agent, `agent_id` in that of the setting. */
type DefaultAgentField = 'agent' | 'agent_id';
