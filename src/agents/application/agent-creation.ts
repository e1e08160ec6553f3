import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys } from '../../platform/idempotency/idempotency';
import { newId } from '../../platform/ids';
import type { Warning } from '../../platform/kernel/warning';
import { Agent } from '../domain/agent';
import type { NewAgent } from '../domain/agent-fields';
import { AgentRepository } from '../infrastructure/agent.repository';
import { storeNamed } from './agent-names';
import { AgentReader } from './agent-reader';
import { AgentResources } from './agent-resources';
import { AgentWarnings } from './agent-warnings';

interface FirstAnswer {
  readonly warnings: readonly Warning[];
}

@Injectable()
export class AgentCreation {
  constructor(
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyKeys,
    private readonly agents: AgentRepository,
    private readonly reader: AgentReader,
    private readonly resources: AgentResources,
    private readonly warnings: AgentWarnings,
  ) {}

  /**
   * A replay of the Idempotency-Key shows the agent as it is now. @throws DomainError idempotency_key_reused,
   * unsupported_tts_model, unsupported_language, invalid_voice, voice_language_mismatch, booking_page_not_found,
   * invalid_agent, agent_name_taken
   */
  async create(accountId: string, input: NewAgent, key: IdempotencyKey | null = null) {
    const { replay, resourceId, first } = await this.idempotency.once<FirstAnswer>(
      accountId,
      'POST /agents',
      key,
      () => this.#createOne(accountId, input),
    );
    const view = await this.reader.view(accountId, resourceId, { isFull: true });
    return { ...view, warnings: first.warnings, idempotent_replay: replay };
  }

  async #createOne(accountId: string, input: NewAgent) {
    const known = await this.resources.targets(accountId, input.toolIds ?? []);
    const agent = Agent.create(input, { id: newId('agent'), accountId, known, now: this.clock.now() });
    await storeNamed(this.agents, agent.state, () => this.agents.insert(agent.state));
    if (agent.canCallOut) await this.agents.setDefault(accountId, agent.state.id, true);
    return { resourceId: agent.state.id, first: { warnings: await this.warnings.of(agent) } };
  }
}
