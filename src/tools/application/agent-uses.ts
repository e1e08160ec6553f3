import { Injectable } from '@nestjs/common';

type Source = (accountId: string) => Promise<ReadonlyMap<string, readonly string[]>>;

/** Finds the agents that use a tool. Agents, a higher context, provide it. */
@Injectable()
export class AgentUses {
  #source: Source | null = null;

  provide(source: Source): void {
    this.#source = source;
  }

  /** Ids of agents by the id of the tool, in the order of their names. */
  async of(accountId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    if (!this.#source) throw new Error('AgentUses.provide was not called');
    return this.#source(accountId);
  }
}
