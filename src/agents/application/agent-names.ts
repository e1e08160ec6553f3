import { agentNameInUse } from '../domain/agent-errors';
import type { AgentState } from '../domain/agent-state';
import type { AgentRepository } from '../infrastructure/agent.repository';

/**
 * Stores an agent under its name. The unique index decides; only then the other agent is read.
 * @param store false: the name is in use
 * @throws DomainError agent_name_taken
 */
export async function storeNamed(
  agents: AgentRepository,
  { accountId, name, nameFolded }: AgentState,
  store: () => Promise<boolean>,
): Promise<void> {
  while (!(await store())) {
    const other = await agents.idByName(accountId, nameFolded);
    // `null`: the other agent was renamed between both statements, so the name is free.
    if (other !== null) throw agentNameInUse(name, other);
  }
}
