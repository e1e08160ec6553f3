import { Injectable } from '@nestjs/common';
import { listView } from '../../platform/http/answers/lists';
import { DomainError } from '../../platform/kernel/domain-error';
import { formatInstant, parseInstant } from '../../platform/kernel/instant';
import { snakeCase } from '../../platform/kernel/snake-case';
import { agentNotFound } from '../domain/agent-errors';
import { SETTINGS } from '../domain/agent-fields';
import type { AgentState } from '../domain/agent-state';
import { sameValue } from '../domain/same-value';
import { AgentRepository } from '../infrastructure/agent.repository';
import { agentView } from './agent.view';

const MAX_VERSIONS = 50;

/** Shows what an agent was before. */
@Injectable()
export class AgentHistory {
  constructor(private readonly agents: AgentRepository) {}

  /** The newest 50, newest first, with the fields that each save changed. @throws DomainError agent_not_found */
  async list(accountId: string, id: string) {
    await this.#require(accountId, id);
    const versions = await this.agents.versions(id, MAX_VERSIONS + 1);
    return listView(
      versions.slice(0, MAX_VERSIONS).map((version, place) => ({
        object: 'agent_version' as const,
        saved_at: formatInstant(version.updatedAt),
        changed: changedFields(version, versions[place + 1]),
      })),
    );
  }

  /** @throws DomainError agent_not_found, not_found */
  async read(accountId: string, id: string, savedAt: string) {
    await this.#require(accountId, id);
    const at = parseInstant(savedAt);
    const version = at && (await this.agents.version(id, at));
    if (!version) throw new DomainError('not_found', 'There is no such version of the agent.');
    const isDefault = (await this.agents.defaultAgentId(accountId)) === id;
    return agentView(version, { isDefault, isFull: true });
  }

  async #require(accountId: string, id: string): Promise<void> {
    if (!(await this.agents.find(accountId, id))) throw agentNotFound(id);
  }
}

/** The names of changed fields; empty for the first version. */
function changedFields(now: AgentState, before: AgentState | undefined): string[] {
  if (!before) return [];
  return SETTINGS.filter((field) => !sameValue(now[field], before[field])).map((field) => snakeCase(field));
}
