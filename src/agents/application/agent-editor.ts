import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { tryOut } from '../../platform/database/try-out';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { Agent, type AgentChange } from '../domain/agent';
import { agentNotFound } from '../domain/agent-errors';
import type { AgentPatch } from '../domain/agent-fields';
import type { SpeechCacheMode } from '../domain/agent-state';
import type { ExpectedVersion } from '../../platform/kernel/resource-version';
import { defaultAgentWarnings } from '../domain/default-agent';
import type { Warning } from '../../platform/kernel/warning';
import { AgentRepository } from '../infrastructure/agent.repository';
import { storeNamed } from './agent-names';
import { AgentResources } from './agent-resources';
import { AgentWarnings } from './agent-warnings';
import { type AgentView, agentView } from './agent.view';
import { type StoppedAgent, WaitingCalls } from './waiting-calls';

export type ChangedAgentView = AgentView & {
  /** Present when `enabled` was sent or calls were canceled. */
  readonly waiting_calls_canceled?: number;
  readonly warnings: readonly Warning[];
};

interface Saved {
  readonly view: ChangedAgentView;
  readonly stopped: StoppedAgent | null;
}

/** Changes and turns off agents. Every save is one transaction. */
@Injectable()
export class AgentEditor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly agents: AgentRepository,
    private readonly resources: AgentResources,
    private readonly waitingCalls: WaitingCalls,
    private readonly warnings: AgentWarnings,
  ) {}

  /**
   * Locks the row: of concurrent changes to one version only one succeeds. A dry run stores nothing.
   * @throws DomainError agent_not_found, version_conflict, and the errors of `AgentCreation#create`
   */
  async change(
    accountId: string,
    id: string,
    patch: AgentPatch,
    { expected, isDryRun }: { readonly expected: ExpectedVersion; readonly isDryRun: boolean },
  ): Promise<ChangedAgentView> {
    const save = async () => {
      const agent = await this.#lock(accountId, id);
      const known = await this.resources.targets(accountId, patch.toolIds ?? agent.state.toolIds);
      const change = agent.change(patch, { expected, known, now: this.clock.now() });
      return this.#save(agent, change, patch.enabled !== undefined);
    };
    return isDryRun ? (await tryOut(this.unitOfWork, save)).view : this.#viewSaved(save);
  }

  /** Idempotent. @throws DomainError agent_not_found */
  async disable(accountId: string, id: string): Promise<ChangedAgentView> {
    return this.#viewSaved(async () => {
      const agent = await this.#lock(accountId, id);
      return this.#save(agent, agent.disable(this.clock.now()), true);
    });
  }

  /** Changes an agent of any account, for the operator. Null when there is no such agent. */
  async setSpeechCacheMode(
    id: string,
    mode: SpeechCacheMode,
  ): Promise<{ readonly accountId: string; readonly changed: boolean } | null> {
    return this.unitOfWork.run(async () => {
      const state = await this.agents.lockAny(id);
      if (!state) return null;
      const agent = new Agent(state);
      const change = agent.setSpeechCacheMode(mode, this.clock.now());
      await this.#save(agent, change, false);
      return { accountId: state.accountId, changed: change.changed };
    });
  }

  async #lock(accountId: string, id: string): Promise<Agent> {
    const state = await this.agents.find(accountId, id, 'FOR UPDATE');
    if (!state) throw agentNotFound(id);
    return new Agent(state);
  }

  /** Waiting calls of a stopped agent are canceled after the commit, in sets (R13). */
  async #viewSaved(save: () => Promise<Saved>): Promise<ChangedAgentView> {
    const { view, stopped } = await this.unitOfWork.run(save);
    if (stopped) await this.waitingCalls.cancel(stopped);
    return view;
  }

  async #save(agent: Agent, change: AgentChange, enabledWasSent: boolean): Promise<Saved> {
    const { id, accountId } = agent.state;
    if (change.changed) await storeNamed(this.agents, agent.state, () => this.agents.update(agent.state));
    // Another voice engine may cost less, which releases calls that wait for credits. A stopped agent has none.
    if (change.changed && !change.stoppedCalling)
      await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
    if (change.startedCalling) await this.agents.setDefault(accountId, id, true);
    const isDefault = (await this.agents.defaultAgentId(accountId)) === id;
    const canceled = change.stoppedCalling ? await this.waitingCalls.count(id) : 0;
    const why = agent.state.enabled ? 'inbound_only' : 'turned_off';
    return {
      stopped: canceled > 0 ? { agentId: id, why, at: this.clock.now() } : null,
      view: {
        ...agentView(agent.state, { isDefault, isFull: true }),
        ...(enabledWasSent || canceled > 0 ? { waiting_calls_canceled: canceled } : {}),
        warnings: [
          ...(await this.warnings.of(agent)),
          ...(isDefault ? defaultAgentWarnings(agent, 'agent') : []),
        ],
      },
    };
  }
}
