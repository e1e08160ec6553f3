import { Injectable } from '@nestjs/common';
import type { Accounts } from '../../../accounts';
import { Agents } from '../../../agents';
import { Carriers } from '../../../carriers';
import { AccountTrunks, SpeechStreamLimits, TrunkWaitReasons } from '../../../trunks';
import type { CallState } from '../../domain/call-state';

type Account = Awaited<ReturnType<Accounts['get']>>;

/** Why calls wait for a trunk, or for streams of its speech engines, and how fast trunks accept them. */
@Injectable()
export class TrunkAvailability {
  constructor(
    private readonly agents: Agents,
    private readonly carriers: Carriers,
    private readonly reasons: TrunkWaitReasons,
    private readonly streams: SpeechStreamLimits,
    private readonly accountTrunks: AccountTrunks,
  ) {}

  /** null: a trunk is free, or the account's calls go over none. */
  async reason(account: Account, timeZone: string): Promise<string | null> {
    return this.#overTrunks(account) ? this.reasons.reason(account.id, timeZone) : null;
  }

  /** The capacity of the account's enabled trunks; null when its calls use no trunk. */
  async capacity(account: Account) {
    return this.#overTrunks(account) ? this.accountTrunks.capacity(account.id) : null;
  }

  /** Calls whose engines have no free stream. */
  async withoutSpeech(account: Account, calls: readonly CallState[]): Promise<CallState[]> {
    if (calls.length === 0 || !this.#overTrunks(account)) return [];
    const streams = await this.streams.snapshot();
    if (!streams) return [];
    const voices = await this.agents.voices([...new Set(calls.map(({ agentId }) => agentId))]);
    return calls.filter(({ agentId }) => {
      const needs = voices.get(agentId);
      return needs !== undefined && !streams.isFree(needs);
    });
  }

  #overTrunks(account: Account): boolean {
    return this.carriers.of(account)?.capabilities.overTrunks === true;
  }
}
