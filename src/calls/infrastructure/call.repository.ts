import { Injectable } from '@nestjs/common';
import { among, ofUnknownLength } from '../../platform/database/among';
import { CallRows } from '../../calling';
import { BatchLoader, BatchLoaderById, BatchWriter } from '../../platform/database/batch-loader';
import type { StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { groupedBy } from '../../platform/kernel/grouped';
import { Call } from '../domain/call';
import { type CallState } from '../domain/call-state';
import { COLUMNS, MUTABLE, packetsOf, rows } from './call-rows';
import type { TimelineEntry } from '../domain/timeline';
import { entryColumns, TimelineRepository } from './timeline.repository';
import { STOPPED, WAITS } from './waits';

interface Requested {
  readonly accountId: string;
  readonly id: string;
}

/** An entry's id follows its place: entries of the same instant are read in that order. */
const INSERT = `
  WITH stored AS (
    INSERT INTO calls
    SELECT * FROM json_populate_recordset(json_populate_record(NULL::calls, $1::json), $2::json)
    ON CONFLICT (account_id, phone_number, test) WHERE status = 'queued' DO NOTHING RETURNING id
  ), begun AS (
    INSERT INTO call_timeline (call_id, at, type, data)
    SELECT call_id, at, type, data::jsonb
    FROM unnest($3::text[], $4::timestamptz[], $5::text[], $6::text[]) WITH ORDINALITY
      AS e (call_id, at, type, data, place)
    WHERE call_id IN (SELECT id FROM stored) ORDER BY place
  )
  SELECT id FROM stored`;

/** A call to store, with the entries that its timeline begins with. */
interface NewRow {
  readonly call: CallState;
  readonly entries: readonly TimelineEntry[];
}

/** Rows of `calls`, read and written in sets. Client queries always name the account (R94). */
@Injectable()
export class CallRepository extends CallRows<CallState, Call> {
  readonly #reads: BatchLoader<Requested, CallState | null>;
  readonly #inserted: BatchLoader<NewRow, boolean>;
  readonly #locked: BatchLoaderById<Call>;
  readonly #updated: BatchWriter<Call>;

  constructor(
    unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly timeline: TimelineRepository,
  ) {
    super(unitOfWork, { rows, mutable: MUTABLE, hasAttempts: true, callOf: (state) => new Call(state) });
    this.#reads = new BatchLoader(unitOfWork, (requested) => this.#find(requested));
    this.#inserted = new BatchLoader(unitOfWork, async (added) => {
      const calls = added.map(({ call }) => call);
      const stored = await this.insert(
        calls,
        added.flatMap(({ entries }) => entries),
      );
      return calls.map(({ id }) => stored.has(id));
    });
    this.#locked = new BatchLoaderById(
      unitOfWork,
      async (ids) => new Map((await this.lock(ids)).map((call) => [call.state.id, call])),
    );
    this.#updated = new BatchWriter(unitOfWork, (calls) => this.#update(calls));
  }

  /**
   * Queues calls in the order of their numbers, the one lock order of all batches (R51), with their entries. Returns
   * the ids that were stored; the unique index leaves out numbers that already wait (R2).
   */
  async insert(calls: readonly CallState[], entries: readonly TimelineEntry[] = []): Promise<Set<string>> {
    const sorted = [...calls].sort((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1));
    const packets = await packetsOf(sorted);
    const entriesOf = groupedBy(entries, ({ callId }) => callId);
    const stored = new Set<string>();
    let sent: Promise<void> = Promise.resolve();
    for (const packet of packets) {
      const { base, rows: own } = rows.together(packet);
      const begun = entryColumns(packet.flatMap(({ id }) => entriesOf.get(id) ?? []));
      await sent;
      sent = this.#store([base, own, ...begun], stored);
      // A failure is thrown by `await sent`. The packet leaves before the next one is prepared.
      sent.catch(() => undefined);
      if (packet !== packets.at(-1)) await new Promise(setImmediate);
    }
    await sent;
    return stored;
  }

  async #store(packet: unknown[], stored: Set<string>): Promise<void> {
    for (const { id } of await this.unitOfWork.rows<{ id: string }>(INSERT, packet)) stored.add(id);
  }

  /** Queues one call; false when its number already waits. */
  async insertOne(call: CallState, entries: readonly TimelineEntry[]): Promise<boolean> {
    const isStored = await this.#inserted.load({ call, entries });
    if (isStored) this.unitOfWork.noteWrite();
    return isStored;
  }

  update(calls: readonly Call[]): Promise<void> {
    return this.#updated.add(calls);
  }

  async #update(calls: readonly Call[]): Promise<void> {
    await this.updateRows(calls);
    await this.timeline.add(calls.flatMap(({ timeline }) => timeline));
    await this.outbox.add(calls.flatMap(({ events }) => events));
  }

  /**
   * Locks one call until the end of the transaction. In a group commit, only one unit of work may lock a given call.
   */
  override lockById(id: string): Promise<Call | null> {
    return this.#locked.find(id);
  }

  /** Locks calls in the order of their ids. */
  async lock(ids: readonly string[]): Promise<Call[]> {
    return this.select(`WHERE ${among('c.id', '$1')} ORDER BY c.id FOR UPDATE OF c`, [ids]);
  }

  /** Locks those of an account's calls that wait, in the order of their ids. */
  async lockWaiting(accountId: string, ids: readonly string[]): Promise<Call[]> {
    return this.select(
      `WHERE c.account_id = $1 AND ${among('c.id', '$2')} AND ${WAITS} ORDER BY c.id FOR UPDATE OF c`,
      [accountId, ids],
    );
  }

  /** Locks waiting calls that were created before an instant, in the order of their ids. `accountId` null: of all. */
  async lockWaitingBefore(before: Date, accountId: string | null, limit: number): Promise<Call[]> {
    return this.select(
      `WHERE ${WAITS} AND c.created_at < $1 AND ($2::text IS NULL OR c.account_id = $2)
       ORDER BY c.id LIMIT $3 FOR UPDATE OF c`,
      [before, accountId, limit],
    );
  }

  /** Locks those calls that are still queued; skips rows locked by others. */
  async lockQueued(ids: readonly string[]): Promise<Call[]> {
    return this.select(
      `WHERE ${among('c.id', '$1')} AND ${WAITS} ORDER BY c.id FOR UPDATE OF c SKIP LOCKED`,
      [ids],
    );
  }

  /**
   * Locks at most `limit` calls that wait for an agent stopped at `stoppedAt`, in the order of their ids. Calls queued
   * after that instant are included only while the agent is still stopped.
   */
  async lockWaitingOfAgent(agentId: string, stoppedAt: Date, limit: number): Promise<Call[]> {
    return this.select(
      `WHERE c.agent_id = $1 AND ${WAITS}
         AND (c.created_at <= $2 OR EXISTS (SELECT FROM agents_for_dispatch a WHERE a.id = $1 AND ${STOPPED}))
       ORDER BY c.id LIMIT $3 FOR UPDATE OF c`,
      [agentId, stoppedAt, limit],
    );
  }

  /** Locks a batch's waiting calls, in the order of their ids. */
  async lockWaitingOfBatch(batchId: string): Promise<Call[]> {
    return this.select(`WHERE c.batch_id = $1 AND ${WAITS} ORDER BY c.id FOR UPDATE OF c`, [batchId]);
  }

  /** Locks the second or later attempt that waits for a number. */
  async lockWaitingAttempt(accountId: string, phoneNumber: string): Promise<Call[]> {
    return this.select(
      `WHERE c.account_id = $1 AND c.phone_number = $2 AND NOT c.test AND ${WAITS} AND c.chain_attempt > 1
       FOR UPDATE OF c`,
      [accountId, phoneNumber],
    );
  }

  /** Locks waiting calls of an account whose number was listed as do-not-call after an instant. */
  async lockListed(accountId: string, listedAfter: Date, limit: number): Promise<Call[]> {
    return this.select(
      `JOIN do_not_call_for_dispatch d USING (account_id, phone_number)
       WHERE c.account_id = $1 AND d.since > $2 AND c.status = 'queued' AND NOT c.test
       ORDER BY c.id LIMIT $3 FOR UPDATE OF c`,
      [accountId, listedAfter, limit],
    );
  }

  /** Schedules the next try after the call's latest one failed. False when another process has claimed one since. */
  async delayAnalysis(id: string, attempts: number, dueAt: Date): Promise<boolean> {
    const delayed = await this.unitOfWork.affected(
      `UPDATE calls SET analysis_due_at = $3
       WHERE id = $1 AND analysis_attempts = $2 AND analysis_due_at IS NOT NULL`,
      [id, attempts, dueAt],
    );
    return delayed > 0;
  }

  /** False when another call waits for the number, the batch was canceled or the agent has stopped (R8). */
  async mayWaitAgain(call: CallState): Promise<boolean> {
    if (!call.mayRetry) return false;
    const row = await this.unitOfWork.row<{ may: boolean }>(
      `SELECT NOT EXISTS (
           SELECT FROM calls WHERE account_id = $1 AND phone_number = $2 AND test = $3 AND status = 'queued')
         AND EXISTS (SELECT FROM agents_for_dispatch a WHERE a.id = $4 AND NOT ${STOPPED}) AS may`,
      [call.accountId, call.phoneNumber, call.test, call.agentId],
    );
    return row?.may ?? false;
  }

  find(accountId: string, id: string): Promise<CallState | null> {
    return this.#reads.load({ accountId, id });
  }

  async #find(requested: readonly Requested[]): Promise<(CallState | null)[]> {
    const found = await this.unitOfWork.rows<StoredRow>(
      `SELECT ${COLUMNS} FROM unnest(${ofUnknownLength('$1')}, $2::text[]) AS requested (account_id, id),
         LATERAL (SELECT * FROM calls WHERE calls.id = requested.id LIMIT 1) AS c
       WHERE c.account_id = requested.account_id`,
      [requested.map(({ accountId }) => accountId), requested.map(({ id }) => id)],
    );
    const calls = new Map(found.map((row) => rows.state(row)).map((call) => [call.id, call]));
    // Matched by account as well: by id alone, another account's lookup in the same batch would find the call.
    return requested.map(({ accountId, id }) => {
      const call = calls.get(id);
      return call?.accountId === accountId ? call : null;
    });
  }

  async waiting(accountId: string, phoneNumber: string, test: boolean): Promise<string | null> {
    const row = await this.unitOfWork.row<{ id: string }>(
      `SELECT id FROM calls WHERE account_id = $1 AND phone_number = $2 AND test = $3 AND status = 'queued'`,
      [accountId, phoneNumber, test],
    );
    return row?.id ?? null;
  }
}
