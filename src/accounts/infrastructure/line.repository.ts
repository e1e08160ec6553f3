import { Injectable } from '@nestjs/common';
import { among, ofUnknownLength } from '../../platform/database/among';
import { BatchLoader, BatchWriter } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export type LineKind = 'ai' | 'human' | 'inbound';

export interface LineState {
  readonly dialedToday: number;
  readonly onHold: boolean;
  readonly linesInUse: number;
  readonly testLinesInUse: number;
  /** Human calls that wait only for a line; they go before AI calls (R21). */
  readonly humansReady: number;
}

interface LineUse {
  readonly callId: string;
  readonly phoneNumber: string;
}

interface LockedLine extends Omit<LineState, 'dialedToday'> {
  /** AI dials in `localDay`, the last day with any. */
  readonly dialed: number;
  readonly localDay: string | null;
  readonly databaseTime: Date;
}

interface LineOccupation {
  readonly accountId: string;
  readonly kind: LineKind;
  readonly test: boolean;
  readonly worker: string;
  readonly leaseUntil: Date;
  readonly lines: readonly LineUse[];
}

const NOTHING_IN_USE = { linesInUse: 0, testLinesInUse: 0, humansReady: 0 };

const inUseBy = (account: string) =>
  `(SELECT count(*)::int FROM line_use WHERE account_id = ${account} AND NOT test) AS "linesInUse",
   (SELECT count(*)::int FROM line_use WHERE account_id = ${account} AND test) AS "testLinesInUse",
   (SELECT count(*)::int FROM line_waits WHERE account_id = ${account} AND ready) AS "humansReady"`;

/**
 * The end of an account hold that the dispatcher must recheck: due at once, and unlike NULL still an account hold
 * until the dispatcher ends it.
 */
const RECHECK_DUE = 'epoch';

/** `account_lines` has the count of the latest day only, so the dials of another day are counted. */
const dialedInSql = (account: string, day: string) =>
  `CASE WHEN local_day = ${day} THEN dialed_today ELSE (
     SELECT count(*)::int FROM dials
     WHERE dials.account_id = ${account} AND dials.local_day = ${day} AND counted AND NOT test AND kind = 'ai') END`;

interface StateQuery {
  readonly accountId: string;
  readonly localDay: string;
}

/** Stores line rows and lines in use, which are counted, never stored as a number (R21). */
@Injectable()
export class LineRepository {
  readonly #reads: BatchLoader<StateQuery, LineState>;
  readonly #released: BatchWriter<string>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#reads = new BatchLoader(unitOfWork, (queries) => this.#read(queries));
    this.#released = new BatchWriter(unitOfWork, (callIds) =>
      unitOfWork.enqueue(`DELETE FROM line_use WHERE ${among('call_id', '$1')}`, [callIds]),
    );
  }

  /** Locks the line until the end of the transaction; serializes the dispatch of an account. */
  async lock(accountId: string): Promise<LockedLine> {
    const line = await this.unitOfWork.row<Pick<LockedLine, 'dialed' | 'localDay' | 'onHold'>>(
      `SELECT dialed_today AS dialed, local_day::text AS "localDay", held_until IS NOT NULL AS "onHold"
       FROM account_lines WHERE account_id = $1 FOR UPDATE`,
      [accountId],
    );
    // A separate statement: the snapshot of one that waits for the lock predates the lock.
    const inUse = await this.unitOfWork.row<Omit<LockedLine, keyof typeof line>>(
      `SELECT ${inUseBy('$1')}, clock_timestamp() AS "databaseTime"`,
      [accountId],
    );
    if (!line || !inUse) throw new Error('an account has no line row');
    return { ...inUse, ...line };
  }

  /** Prevents dials until the end of the transaction. */
  async lockOnly(accountId: string): Promise<void> {
    await this.unitOfWork.rows('SELECT FROM account_lines WHERE account_id = $1 FOR UPDATE', [accountId]);
  }

  read(accountId: string, localDay: string): Promise<LineState> {
    return this.#reads.load({ accountId, localDay });
  }

  async #read(queries: readonly StateQuery[]): Promise<LineState[]> {
    const days = new Map(
      queries.map(({ accountId, localDay }) => [`${accountId} ${localDay}`, { accountId, localDay }]),
    );
    const rows = await this.unitOfWork.rows<LineState & { account: string; day: string }>(
      `SELECT account_id AS account, requested.day::text AS day, held_until IS NOT NULL AS "onHold",
         ${dialedInSql('requested.account', 'requested.day')} AS "dialedToday", ${inUseBy('requested.account')}
       FROM unnest(${ofUnknownLength('$1')}, $2::date[]) AS requested (account, day) JOIN account_lines ON account_id = requested.account`,
      [
        [...days.values()].map(({ accountId }) => accountId),
        [...days.values()].map(({ localDay }) => localDay),
      ],
    );
    const states = new Map(rows.map(({ account, day, ...state }) => [`${account} ${day}`, state]));
    return queries.map(({ accountId, localDay }) => ({
      dialedToday: 0,
      onHold: false,
      ...NOTHING_IN_USE,
      ...states.get(`${accountId} ${localDay}`),
    }));
  }

  async occupy({ accountId, kind, test, worker, leaseUntil, lines }: LineOccupation): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO line_use (call_id, phone_number, account_id, kind, test, worker, lease_until)
       SELECT id, number, $3, $4, $5, $6, $7 FROM unnest($1::text[], $2::text[]) AS line (id, number)`,
      [
        lines.map(({ callId }) => callId),
        lines.map(({ phoneNumber }) => phoneNumber),
        accountId,
        kind,
        test,
        worker,
        leaseUntil,
      ],
    );
  }

  release(callId: string): Promise<void> {
    return this.#released.add([callId]);
  }

  /**
   * Call it before the dials are recorded: on a new day it counts the recorded dials, which would include them twice. The
   * line row must be locked.
   */
  async countDials(accountId: string, localDay: string, dials: number): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE account_lines SET local_day = $2::date, dialed_today = ${dialedInSql('$1', '$2::date')} + $3 WHERE account_id = $1`,
      [accountId, localDay, dials],
    );
  }

  async uncountDial(accountId: string, localDay: string): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE account_lines SET dialed_today = greatest(0, dialed_today - 1) WHERE account_id = $1 AND local_day = $2`,
      [accountId, localDay],
    );
  }

  async dialedIn(accountId: string, localDay: string): Promise<number> {
    const row = await this.unitOfWork.row<{ dialed: number }>(
      `SELECT ${dialedInSql('$1', '$2::date')} AS dialed FROM account_lines WHERE account_id = $1`,
      [accountId, localDay],
    );
    return row?.dialed ?? 0;
  }

  /** `null` ends the account hold at once. */
  async setHoldUntil(accountId: string, until: Date | null): Promise<void> {
    await this.unitOfWork.enqueue('UPDATE account_lines SET held_until = $2 WHERE account_id = $1', [
      accountId,
      until,
    ]);
  }

  /** The dispatcher decides whether the account hold has ended. */
  async recheckNow(accountId: string): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE account_lines SET held_until = '${RECHECK_DUE}' WHERE account_id = $1 AND held_until > '${RECHECK_DUE}'`,
      [accountId],
    );
  }

  async renew(worker: string, callIds: readonly string[], until: Date): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ call_id: string }>(
      `UPDATE line_use SET lease_until = $3 WHERE ${among('call_id', '$2')} AND worker = $1 RETURNING call_id`,
      [worker, callIds, until],
    );
    return rows.map((row) => row.call_id);
  }

  async endLease(worker: string, callId: string, now: Date): Promise<void> {
    await this.unitOfWork.affected(
      'UPDATE line_use SET lease_until = $3 WHERE call_id = $2 AND worker = $1',
      [worker, callId, now],
    );
  }

  async endAllLeases(now: Date): Promise<void> {
    await this.unitOfWork.affected('UPDATE line_use SET lease_until = $1 WHERE lease_until > $1', [now]);
  }

  async claimExpired(
    kinds: readonly LineKind[],
    worker: string,
    now: Date,
    until: Date,
    limit: number,
  ): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ call_id: string }>(
      `UPDATE line_use SET worker = $2, lease_until = $4
       WHERE call_id IN (
         SELECT call_id FROM line_use WHERE kind = ANY ($1) AND lease_until <= $3
         ORDER BY lease_until LIMIT $5 FOR UPDATE SKIP LOCKED)
       RETURNING call_id`,
      [kinds, worker, now, until, limit],
    );
    return rows.map((row) => row.call_id);
  }

  /** Counts the lines of all accounts. `agentCalls` includes inbound calls; `humansWaiting` those not ready, too. */
  async countAll() {
    const row = await this.unitOfWork.row<
      Record<'agentCalls' | 'humanCalls' | 'testCalls' | 'humansWaiting', number>
    >(
      `SELECT count(*) FILTER (WHERE kind <> 'human' AND NOT test)::int AS "agentCalls",
         count(*) FILTER (WHERE kind = 'human')::int AS "humanCalls", count(*) FILTER (WHERE test)::int AS "testCalls",
         (SELECT count(*)::int FROM line_waits) AS "humansWaiting"
       FROM line_use`,
    );
    return row ?? { agentCalls: 0, humanCalls: 0, testCalls: 0, humansWaiting: 0 };
  }

  async numbersInUse(accountId: string, numbers: readonly string[]): Promise<Set<string>> {
    const rows = await this.unitOfWork.rows<{ phone_number: string }>(
      'SELECT phone_number FROM line_use WHERE account_id = $1 AND phone_number = ANY ($2) AND NOT test',
      [accountId, numbers],
    );
    return new Set(rows.map((row) => row.phone_number));
  }
}
