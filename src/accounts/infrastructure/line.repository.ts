import { Injectable } from '@nestjs/common';
import { BatchLoader, BatchWriter } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';

/** What kind of call uses a line. */
export type LineKind = 'ai' | 'human';

/** How an account stands, read under the lock of its line row. */
export interface LineState {
  /** AI dials in the local day asked for. */
  readonly dialedToday: number;
  /** The account as a whole is held. */
  readonly held: boolean;
  readonly linesInUse: number;
  readonly testLinesInUse: number;
  /** Human calls that wait for nothing but a line: "the next free line goes to a waiting human call first". */
  readonly humansWaiting: number;
}

/** A line that is taken. */
interface LineUse {
  readonly callId: string;
  readonly phoneNumber: string;
}

/** As {@link LineState}, before it is known which day is asked for. */
interface LockedLine extends Omit<LineState, 'dialedToday'> {
  /** AI dials in `localDay`, the last day in which there were any. */
  readonly dialed: number;
  readonly localDay: string | null;
  /** The database's time, told under the lock. */
  readonly told: Date;
}

interface TakeLines {
  readonly accountId: string;
  readonly kind: LineKind;
  readonly test: boolean;
  readonly worker: string;
  readonly leaseUntil: Date;
  readonly lines: readonly LineUse[];
}

const NOTHING_IN_USE = { linesInUse: 0, testLinesInUse: 0, humansWaiting: 0 };

const inUseBy = (account: string) =>
  `(SELECT count(*)::int FROM line_use WHERE account_id = ${account} AND NOT test) AS "linesInUse",
   (SELECT count(*)::int FROM line_use WHERE account_id = ${account} AND test) AS "testLinesInUse",
   (SELECT count(*)::int FROM line_waits WHERE account_id = ${account} AND ready) AS "humansWaiting"`;

/**
 * AI dials of an account in a local day. `account_lines` keeps the count of one day alone; of another day, as after a change
 * of the time zone, the dials are counted.
 */
const dialedIn = (account: string, day: string) =>
  `CASE WHEN local_day = ${day} THEN dialed_today ELSE (
     SELECT count(*)::int FROM dials
     WHERE dials.account_id = ${account} AND dials.local_day = ${day} AND counted AND NOT test AND kind = 'ai') END`;

interface Asked {
  readonly accountId: string;
  readonly localDay: string;
}

/** Rows of `account_lines` and `line_use`: lines are counted, never kept as a number. */
@Injectable()
export class LineRepository {
  readonly #reads: BatchLoader<Asked, LineState>;
  readonly #released: BatchWriter<string>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#reads = new BatchLoader(unitOfWork, (asked) => this.#read(asked));
    this.#released = new BatchWriter(unitOfWork, (callIds) =>
      unitOfWork.enqueue('DELETE FROM line_use WHERE call_id = ANY ($1)', [callIds]),
    );
  }

  /** Locks the account's line row until the end of the transaction: one dispatch at a time for each account. */
  async lock(accountId: string): Promise<LockedLine> {
    const line = await this.unitOfWork.row<Pick<LockedLine, 'dialed' | 'localDay' | 'held'>>(
      `SELECT dialed_today AS dialed, local_day::text AS "localDay", held_until IS NOT NULL AS held
       FROM account_lines WHERE account_id = $1 FOR UPDATE`,
      [accountId],
    );
    // In a statement of its own: one that waits for the lock would count what was in use before it waited.
    const inUse = await this.unitOfWork.row<Omit<LockedLine, keyof typeof line>>(
      `SELECT ${inUseBy('$1')}, clock_timestamp() AS told`,
      [accountId],
    );
    if (!line || !inUse) throw new Error('an account has no line row');
    return { ...inUse, ...line };
  }

  /** Locks the account's line row until the end of the transaction, for whoever wants nothing to be dialed meanwhile. */
  async lockOnly(accountId: string): Promise<void> {
    await this.unitOfWork.rows('SELECT FROM account_lines WHERE account_id = $1 FOR UPDATE', [accountId]);
  }

  /** How an account stands, without a lock. */
  read(accountId: string, localDay: string): Promise<LineState> {
    return this.#reads.load({ accountId, localDay });
  }

  async #read(asked: readonly Asked[]): Promise<LineState[]> {
    const days = new Map(
      asked.map(({ accountId, localDay }) => [`${accountId} ${localDay}`, { accountId, localDay }]),
    );
    const rows = await this.unitOfWork.rows<LineState & { account: string; day: string }>(
      `SELECT account_id AS account, asked.day::text AS day, held_until IS NOT NULL AS held,
         ${dialedIn('asked.account', 'asked.day')} AS "dialedToday", ${inUseBy('asked.account')}
       FROM unnest($1::text[], $2::date[]) AS asked (account, day) JOIN account_lines ON account_id = asked.account`,
      [
        [...days.values()].map(({ accountId }) => accountId),
        [...days.values()].map(({ localDay }) => localDay),
      ],
    );
    const states = new Map(rows.map(({ account, day, ...state }) => [`${account} ${day}`, state]));
    return asked.map(({ accountId, localDay }) => ({
      ...{ dialedToday: 0, held: false, ...NOTHING_IN_USE },
      ...states.get(`${accountId} ${localDay}`),
    }));
  }

  async take({ accountId, kind, test, worker, leaseUntil, lines }: TakeLines): Promise<void> {
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

  /** Frees the line of a call. Twice is fine. */
  release(callId: string): Promise<void> {
    return this.#released.add([callId]);
  }

  /** Counts dials in their local day, before they are recorded. The line row must be locked. */
  async countDials(accountId: string, localDay: string, dials: number): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE account_lines SET local_day = $2::date, dialed_today = ${dialedIn('$1', '$2::date')} + $3 WHERE account_id = $1`,
      [accountId, localDay, dials],
    );
  }

  /** Takes a dial back from the day in which it was counted. The line row must be locked. */
  async takeBackDial(accountId: string, localDay: string): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE account_lines SET dialed_today = greatest(0, dialed_today - 1) WHERE account_id = $1 AND local_day = $2`,
      [accountId, localDay],
    );
  }

  /** AI dials of the account in a local day. */
  async dialedIn(accountId: string, localDay: string): Promise<number> {
    const row = await this.unitOfWork.row<{ dialed: number }>(
      `SELECT ${dialedIn('$1', '$2::date')} AS dialed FROM account_lines WHERE account_id = $1`,
      [accountId, localDay],
    );
    return row?.dialed ?? 0;
  }

  /** Keeps the account from being looked at before `until`; null lets it go at once. */
  async holdUntil(accountId: string, until: Date | null): Promise<void> {
    await this.unitOfWork.enqueue('UPDATE account_lines SET held_until = $2 WHERE account_id = $1', [
      accountId,
      until,
    ]);
  }

  /** The hold is to be judged anew at once; whether it is over is said by whoever judges. */
  async letGo(accountId: string): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE account_lines SET held_until = 'epoch' WHERE account_id = $1 AND held_until > 'epoch'`,
      [accountId],
    );
  }

  /** Prolongs the leases of the calls that this worker holds; returns those it still holds. */
  async renew(worker: string, callIds: readonly string[], until: Date): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ call_id: string }>(
      `UPDATE line_use SET lease_until = $3 WHERE call_id = ANY ($2) AND worker = $1 RETURNING call_id`,
      [worker, callIds, until],
    );
    return rows.map((row) => row.call_id);
  }

  async endAllLeases(now: Date): Promise<void> {
    await this.unitOfWork.affected('UPDATE line_use SET lease_until = $1 WHERE lease_until > $1', [now]);
  }

  /** Takes over calls whose worker is silent: at most `limit`, each by one worker. */
  async takeOver(kind: LineKind, worker: string, now: Date, until: Date, limit: number): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ call_id: string }>(
      `UPDATE line_use SET worker = $2, lease_until = $4
       WHERE call_id IN (
         SELECT call_id FROM line_use WHERE kind = $1 AND lease_until <= $3
         ORDER BY lease_until LIMIT $5 FOR UPDATE SKIP LOCKED)
       RETURNING call_id`,
      [kind, worker, now, until, limit],
    );
    return rows.map((row) => row.call_id);
  }

  /** Which of the numbers are in a call now. */
  async numbersInUse(accountId: string, numbers: readonly string[]): Promise<Set<string>> {
    const rows = await this.unitOfWork.rows<{ phone_number: string }>(
      'SELECT phone_number FROM line_use WHERE account_id = $1 AND phone_number = ANY ($2) AND NOT test',
      [accountId, numbers],
    );
    return new Set(rows.map((row) => row.phone_number));
  }
}
