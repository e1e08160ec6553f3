import { Injectable } from '@nestjs/common';
import type { CallableAgent } from '../../../agents';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { withTimeout } from '../../../platform/kernel/time/timeout';
import type { EarlyBrief } from '../../../shared-kernel/early-brief';
import type { TalkBrief } from '../../../shared-kernel/talk';
import { EarlyTools, type ProvidedValues, ToolCatalog } from '../../../tools';
import type { CallState } from '../../domain/call-state';
import { talkOf, type TalkTerms } from './talk-brief';
import { deferred } from '../../../platform/kernel/async/deferred';

export interface PreparedTalk {
  readonly talk: TalkBrief;
  /** Absent: no tool is requested before the talk. */
  readonly early?: EarlyBrief;
}

/** Makes the briefs of talks, with the agent's tools. */
@Injectable()
export class TalkPreparation {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly catalog: ToolCatalog,
    private readonly earlyTools: EarlyTools,
  ) {}

  /** Requests the tools that fill placeholders, in a transaction after its commit. */
  async prepare(call: CallState, agent: CallableAgent, terms: TalkTerms): Promise<PreparedTalk> {
    const { toolIds } = agent.tools;
    const talk = await this.#withTools(call, agent, talkOf(call, agent, terms));
    if (toolIds.length === 0) return { talk };
    const before = await this.catalog.beforeTools(call.accountId, toolIds);
    if (before.length === 0) return { talk };
    const { id: callId, accountId, attempt, test } = call;
    const filled = (provided: ProvidedValues) => ({
      ...talkOf(call, agent, terms, provided),
      tools: talk.tools,
    });
    const early = new SettlingBrief(filled);
    const onValues = (values: ProvidedValues) => early.provide(values);
    this.unitOfWork.afterCommit(() => {
      const of = { accountId, callId, attempt, test };
      const fetched = this.earlyTools.fetch(of, toolIds, onValues, early.over);
      void fetched.then(() => early.end());
    });
    return { talk, early };
  }

  async #withTools(call: CallState, agent: CallableAgent, talk: TalkBrief): Promise<TalkBrief> {
    const { toolIds, builtInTools } = agent.tools;
    if (toolIds.length + builtInTools.length === 0) return talk;
    const { accountId, id: callId, attempt, test } = call;
    const specs = await this.catalog.specsOf(accountId, { toolIds, builtInTools });
    return specs.length === 0 ? talk : { ...talk, tools: { accountId, callId, attempt, test, specs } };
  }
}

class SettlingBrief implements EarlyBrief {
  readonly ready: Promise<TalkBrief>;
  readonly #over = new AbortController();
  #values: ProvidedValues = {};
  readonly #end = deferred();
  #settled: Promise<TalkBrief> | null = null;

  constructor(private readonly fill: (values: ProvidedValues) => TalkBrief) {
    this.ready = this.#end.promise.then(() => this.fill(this.#values));
  }

  /** Aborted when the talk is over. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** All values until now. */
  provide(values: ProvidedValues): void {
    this.#values = values;
  }

  end(): void {
    this.#end.resolve();
  }

  settle(withinMs: number): Promise<TalkBrief> {
    return (this.#settled ??= withTimeout(withinMs, this.ready, () => this.fill(this.#values)));
  }

  drop(): void {
    this.#over.abort();
  }
}
