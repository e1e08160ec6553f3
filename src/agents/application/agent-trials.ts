import { Injectable } from '@nestjs/common';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import type { CallableAgent } from '../domain/callable-agent';
import { type AgentDraft, AgentDrafts, belowDraft } from './agent-drafts';
import { Agents } from './agents';

/** Reads a draft from the body of a request. */
export abstract class DraftReader {
  abstract read(agent: object, countries: readonly string[] | null): AgentDraft;
}

export interface TriedAgent {
  /** null: a draft. */
  readonly id: string | null;
  readonly agent: CallableAgent;
}

/** Finds agents for trials in the console: a saved one, on or off, or a draft. */
@Injectable()
export class AgentTrials {
  constructor(
    private readonly agents: Agents,
    private readonly drafts: AgentDrafts,
    private readonly reader: DraftReader,
  ) {}

  /** @throws DomainError agent_not_found */
  async loadSaved(accountId: string, id: string): Promise<TriedAgent> {
    return { id, agent: await this.agents.toTry(accountId, id) };
  }

  /** @throws DomainError invalid_request with fields below `draft.` */
  async draft(accountId: string, draft: object, countries: readonly string[] | null): Promise<TriedAgent> {
    const read = this.reader.read(draft, countries);
    return { id: null, agent: await this.drafts.makeForTrial(accountId, read) };
  }

  /** The problems of a draft's fields, below `draft.`. */
  problemsOf(draft: object, countries: readonly string[] | null): readonly FieldProblem[] {
    return this.reader.read(draft, countries).problems.map(belowDraft);
  }
}
