import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import {
  DomainError,
  type FieldProblem,
  invalidRequest,
  shownField,
} from '../../platform/kernel/domain-error';
import { withoutUndefined } from '../../platform/kernel/own';
import { foldCase } from '../../platform/kernel/text';
import type { Warning } from '../../platform/kernel/warning';
import { Agent } from '../domain/agent';
import { agentNameInUse, agentNotFound } from '../domain/agent-errors';
import type { AgentPatch, NewAgent } from '../domain/agent-fields';
import { type AgentState, withDefaults } from '../domain/agent-state';
import type { ExpectedVersion } from '../../platform/kernel/resource-version';
import { CallableAgent } from '../domain/callable-agent';
import { defaultAgentWarnings } from '../domain/default-agent';
import { usesContactName, variablesOf } from '../domain/placeholders';
import { AgentRepository } from '../infrastructure/agent.repository';
import { AgentResources } from './agent-resources';
import { AgentWarnings } from './agent-warnings';
import { WaitingCalls } from './waiting-calls';

export interface AgentDraft {
  readonly id: string | null;
  readonly fields: AgentPatch;
  readonly problems: readonly FieldProblem[];
  readonly expected: ExpectedVersion;
}

export interface DraftError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly valid?: readonly string[];
}

/** Replaces a missing or invalid required text, which is a problem already. */
const UNKNOWN = { name: '', openingLine: '', systemPrompt: '' };

/** Validates a draft like a save, without saving. */
@Injectable()
export class AgentDrafts {
  constructor(
    private readonly clock: Clock,
    private readonly agents: AgentRepository,
    private readonly resources: AgentResources,
    private readonly agentWarnings: AgentWarnings,
    private readonly waitingCalls: WaitingCalls,
  ) {}

  /** `waiting_calls`: calls that wait for the agent now. @throws DomainError agent_not_found */
  async validate(accountId: string, draft: AgentDraft) {
    const saved = draft.id === null ? null : await this.agents.find(accountId, draft.id);
    if (draft.id !== null && !saved) throw agentNotFound(draft.id);
    const [known, taken, waiting] = await Promise.all([
      this.resources.targets(accountId, draft.fields.toolIds ?? saved?.toolIds ?? []),
      this.#nameError(accountId, draft),
      saved ? this.waitingCalls.count(saved.id) : 0,
    ]);
    const form = draft.problems.map(({ field, message }) => ({ field, code: 'invalid_request', message }));
    const { agent, error } = this.#makeForTrial(accountId, draft, saved, known);
    const fields = withoutUndefined(draft.fields);
    const script = agent?.state ?? { ...(saved ?? withDefaults({ ...UNKNOWN, ...fields })), ...fields };
    return {
      object: 'agent_validation' as const,
      errors: [...form, ...[error, taken].flatMap((one) => one ?? [])] as readonly DraftError[],
      warnings: agent ? await this.#warnings(agent) : [],
      variables: variablesOf(script),
      uses_contact_name: usesContactName(script),
      waiting_calls: waiting,
    };
  }

  /**
   * Makes an agent for a trial: another agent may have its name. @throws DomainError invalid_request with fields below
   * `draft.`
   */
  async makeForTrial(accountId: string, draft: AgentDraft): Promise<CallableAgent> {
    const known = await this.resources.targets(accountId, draft.fields.toolIds ?? []);
    const { agent, error } = this.#makeForTrial(accountId, draft, null, known);
    const problems = [...draft.problems, ...(error ? [error] : [])];
    if (!agent || problems.length > 0) throw invalidRequest(problems.map(belowDraft));
    return new CallableAgent(agent.state);
  }

  #makeForTrial(
    accountId: string,
    { fields, expected }: AgentDraft,
    saved: AgentState | null,
    known: Awaited<ReturnType<AgentResources['targets']>>,
  ): { readonly agent: Agent | null; readonly error: DraftError | null } {
    const now = this.clock.now();
    try {
      if (!saved) {
        const input: NewAgent = { ...UNKNOWN, ...withoutUndefined(fields) };
        return { agent: Agent.create(input, { id: 'agent_draft', accountId, known, now }), error: null };
      }
      const agent = new Agent(saved);
      agent.change(fields, { expected, known, now });
      return { agent, error: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { agent: null, error: draftError(error as DomainError, 'expected_updated_at') };
    }
  }

  async #nameError(accountId: string, { id, fields: { name } }: AgentDraft): Promise<DraftError | null> {
    if (name === undefined) return null;
    const other = await this.agents.idByName(accountId, foldCase(name.trim()));
    return other === null || other === id ? null : draftError(agentNameInUse(name, other), 'name');
  }

  async #warnings(agent: Agent): Promise<Warning[]> {
    const { accountId } = agent.state;
    const isDefault = (await this.agents.defaultAgentId(accountId)) === agent.state.id;
    return [
      ...(await this.agentWarnings.of(agent)),
      ...(isDefault ? defaultAgentWarnings(agent, 'agent') : []),
    ];
  }
}

export function belowDraft({ field, message }: FieldProblem): FieldProblem {
  return { field: shownField(`draft.${field}`), message };
}

/** `otherwise` is the field of an error without one. */
function draftError({ code, message, details }: DomainError, otherwise: string): DraftError {
  const { field = otherwise, valid } = (details ?? {}) as { field?: string; valid?: readonly string[] };
  return { field, code, message, ...(valid && { valid }) };
}
