import { Agent } from './agent';
import type { AgentSettings } from './agent-fields';
import { defaultAgentWarnings } from './default-agent';

const agentWith = (settings: Partial<AgentSettings>): Agent =>
  Agent.create(
    { name: 'Asha', openingLine: 'Hello', systemPrompt: 'Ask.', ...settings },
    {
      id: 'agent_1',
      accountId: 'acct_1',
      known: { bookingPages: new Set(), whatsappTemplates: new Set(), tools: new Set<string>() },
      now: new Date(0),
    },
  );

describe('defaultAgentWarnings', () => {
  it.each([{}, { direction: 'both' } as const])('returns none for %j, which can call', (settings) =>
    expect(defaultAgentWarnings(agentWith(settings), 'agent')).toEqual([]),
  );

  it.each([
    [{ enabled: false }, 'enabled', 'agent_disabled'],
    [{ direction: 'inbound' } as const, 'direction', 'agent_inbound_only'],
    [{ enabled: false, direction: 'inbound' } as const, 'enabled', 'agent_disabled'],
  ])('names the field of %j that prevents calls, and the later error', (settings, field, refusal) => {
    const [onAgent] = defaultAgentWarnings(agentWith(settings), 'agent');
    expect(onAgent).toMatchObject({ field, code: 'default_agent_cannot_call' });
    expect(onAgent!.message).toContain(refusal);
    expect(defaultAgentWarnings(agentWith(settings), 'agent_id')).toEqual([
      { ...onAgent, field: 'agent_id' },
    ]);
  });
});
