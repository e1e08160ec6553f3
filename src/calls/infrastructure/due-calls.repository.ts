import { Injectable } from '@nestjs/common';
import type { StoppedAgent } from '../../agents';
import type { NextAccount } from '../../calling';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import * as queries from './due-calls.queries';

/** A waiting call, as the dispatcher reads it before it locks. */
export interface DueCall {
  readonly id: string;
  readonly agentId: string;
}

export interface QueuePlace {
  readonly dueAt: Date;
  readonly id: string;
}

/** Finds due calls and other waiting work, without locks, through partial indexes. */
@Injectable()
export class DueCallsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Whether {@link due} would find a call. */
  async isAnyDue(accountId: string, test: boolean, now: Date): Promise<boolean> {
    const sql = test ? queries.IS_ANY_TEST_DUE : queries.IS_ANY_DUE;
    const row = await this.unitOfWork.row<{ any: boolean }>(sql, [now, accountId, test]);
    return row?.any ?? false;
  }

  /** Earliest due calls; those whose number has become free come first. @param agentIds null: all agents */
  due(
    accountId: string,
    test: boolean,
    now: Date,
    limit: number,
    agentIds: readonly string[] | null,
  ): Promise<DueCall[]> {
    const parameters = [now, accountId, test, limit, ...(agentIds ? [agentIds] : [])];
    return this.unitOfWork.rows<DueCall>(queries.dueCalls(test, agentIds !== null), parameters);
  }

  agentsWith(accountId: string, engines: readonly string[]): Promise<string[]> {
    return this.#ids(queries.AGENTS_WITH_ENGINES, [accountId, engines]);
  }

  /**
   * Accounts with due calls and no account hold, longest waiting first. The value identifies the state (earliest due
   * call of each kind, end of the last account hold): while it stays equal, the account has had no turn. On a carrier of
   * `overTrunks` only test calls count: media processes dial the others.
   */
  async accountsWithDueCalls(now: Date, overTrunks: readonly string[]): Promise<Map<string, string>> {
    const found = await this.unitOfWork.rows<{ account_id: string; state: string }>(
      queries.ACCOUNTS_WITH_DUE_CALLS,
      [now, overTrunks],
    );
    return new Map(found.map((row) => [row.account_id, row.state]));
  }

  /**
   * The account outside `seen` that waited longest for a trunk: since its earliest due call, or its last leg when that is
   * later. `room` counts the trunks that it can use. It is 0 only for a wait that was not checked since `recheckBefore`.
   */
  async nextOverTrunks(
    { now, recheckBefore }: { now: Date; recheckBefore: Date },
    overTrunks: readonly string[],
    trunkIds: readonly string[],
    seen: readonly string[],
  ): Promise<NextAccount | null> {
    return this.unitOfWork.row(queries.NEXT_OVER_TRUNKS, [now, recheckBefore, overTrunks, trunkIds, seen]);
  }

  /** Accounts without account hold whose calls wait for a free number because the wake-up was lost; none on `overTrunks`. */
  accountsWithFreedNumbers(now: Date, overTrunks: readonly string[]): Promise<string[]> {
    return this.#ids(queries.ACCOUNTS_WITH_FREED_NUMBERS, [now, overTrunks]);
  }

  /** Calls past their account's expiry. */
  findExpired(now: Date, limit: number): Promise<string[]> {
    return this.#ids(queries.EXPIRED, [now, limit]);
  }

  async countOfAgent(agentId: string): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(queries.COUNT_OF_AGENT, [agentId]);
    return row?.count ?? 0;
  }

  stoppedAgents(limit: number): Promise<StoppedAgent[]> {
    return this.unitOfWork.rows<StoppedAgent>(queries.STOPPED_AGENTS, [limit]);
  }

  /**
   * Makes calls on hold by a rule of their number due at once, `limit` waiting calls after a position.
   * Returns the position to continue from; null at the end.
   */
  async makeDue(accountId: string, now: Date, after: QueuePlace, limit: number): Promise<QueuePlace | null> {
    const later = await this.unitOfWork.rows<QueuePlace & { heldBy: string | null }>(queries.WAITING_AFTER, [
      accountId,
      after.dueAt,
      after.id,
      limit,
    ]);
    const onHold = later.filter(({ heldBy }) => heldBy === 'rule' || heldBy === 'number_in_use');
    if (onHold.length > 0)
      await this.unitOfWork.affected(queries.MAKE_DUE, [onHold.map(({ id }) => id), now]);
    return later.length < limit ? null : (later.at(-1) ?? null);
  }

  async #ids(sql: string, parameters: unknown[]): Promise<string[]> {
    return (await this.unitOfWork.rows<{ id: string }>(sql, parameters)).map(({ id }) => id);
  }
}
