import type { Agent } from './agent';
import type { Warning } from '../../platform/kernel/warning';

/**
 * "Disabling the default agent keeps the setting (warning `default_agent_cannot_call`); calls without `agent_id` then get
 * 409 `agent_disabled` (made inbound: `agent_inbound_only`)." `field` is where the answer shows the reason.
 */
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

/** `agent`: on the agent itself, the field that stops it; `agent_id`: on the default agent setting. */
type DefaultAgentField = 'agent' | 'agent_id';
