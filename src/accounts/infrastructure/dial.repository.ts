import { Injectable } from '@nestjs/common';
import { among, ofUnknownLength } from '../../platform/database/among';
import { BatchLoader, BatchWriter } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { CallingPolicy } from '../domain/calling-policy';
import type { LineKind } from './line.repository';

/** Counted by gap, daily limits and audit. */
interface Dial {
  readonly callId: string;
  readonly attempt: number;
  readonly phoneNumber: string;
}

export interface NumberHistory {
  readonly lastEndedAt: Date | null;
  readonly today: number;
  /** Ids of the calls to the number that are in progress; test calls do not count. */
  readonly inProgress: readonly string[];
}

/** Stored with a dial, for the audit; with `recording` for real calls. */
type DialPolicy = CallingPolicy & { readonly recording?: boolean };

export interface DialRecord {
  readonly accountId: string;
  readonly kind: LineKind;
  readonly test: boolean;
  readonly policy: DialPolicy;
  readonly at: Date;
  readonly dials: readonly Dial[];
}

interface DatedDialRecord extends DialRecord {
  readonly localDay: string;
  readonly endedAt?: Date;
}

const historyOf = (queries: string) =>
  `SELECT number, dialed.*, ARRAY (
     SELECT call_id FROM line_use WHERE account_id = account AND phone_number = number AND NOT test) AS "inProgress"
   FROM ${queries} CROSS JOIN LATERAL (
     SELECT max(ended_at) AS "lastEndedAt", count(*) FILTER (WHERE local_day = day)::int AS today
     FROM dials WHERE account_id = account AND phone_number = number AND counted AND NOT test) AS dialed`;

const HISTORY = historyOf(
  `(SELECT $1::text, $3::date, unnest(${ofUnknownLength('$2')})) AS requested (account, day, number)`,
);

const HISTORY_TOGETHER = `${historyOf(
  `unnest(${ofUnknownLength('$1')}, $2::text[], $3::date[]) WITH ORDINALITY AS requested (account, number, day, place)`,
)} ORDER BY place`;

/** `$1` to `$7` are the same for all dials. */
const RECORD = `
  INSERT INTO dials (account_id, kind, test, counted, local_day, dialed_at, ended_at, policy, call_id, attempt, phone_number)
  SELECT $1, $2, $3, NOT $3 AND $2 <> 'inbound', $4, $5, $6, $7::jsonb, id, attempt, number
  FROM unnest($8::text[], $9::int[], $10::text[]) AS dial (id, attempt, number)`;

interface DialEnd {
  readonly callId: string;
  readonly attempt: number;
  readonly at: Date;
}

interface HistoryQuery {
  readonly accountId: string;
  readonly number: string;
  readonly localDay: string;
}

@Injectable()
export class DialRepository {
  readonly #histories: BatchLoader<HistoryQuery, NumberHistory>;
  readonly #ends: BatchWriter<DialEnd>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#histories = new BatchLoader(unitOfWork, (queries) => this.#history(queries));
    this.#ends = new BatchWriter(unitOfWork, (ends) => this.#end(ends));
  }

  /** Stores a dial with the policy that allowed it. Test calls and inbound calls are not counted. */
  async record(record: DatedDialRecord): Promise<void> {
    const { accountId, kind, test, localDay, at, endedAt, policy, dials } = record;
    await this.unitOfWork.enqueue(RECORD, [
      accountId,
      kind,
      test,
      localDay,
      at,
      endedAt,
      JSON.stringify(policy),
      dials.map(({ callId }) => callId),
      dials.map(({ attempt }) => attempt),
      dials.map(({ phoneNumber }) => phoneNumber),
    ]);
  }

  end(callId: string, attempt: number, at: Date): Promise<void> {
    return this.#ends.add([{ callId, attempt, at }]);
  }

  async #end(ends: readonly DialEnd[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE dials SET ended_at = ended.at
       FROM unnest(${ofUnknownLength('$1')}, $2::int[], $3::timestamptz[]) AS ended (call_id, attempt, at)
       WHERE dials.call_id = ended.call_id AND dials.attempt = ended.attempt AND ended_at IS NULL
         AND ${among('dials.call_id', '$1')}`,
      [ends.map(({ callId }) => callId), ends.map(({ attempt }) => attempt), ends.map(({ at }) => at)],
    );
  }

  /** Uncounts a dial that was refused before it rang. Returns the local day in which the account counted it. */
  async uncount(callId: string, attempt: number, at: Date): Promise<string | null> {
    const row = await this.unitOfWork.row<{ day: string | null }>(
      `UPDATE dials SET counted = false, ended_at = $3
       WHERE call_id = $1 AND attempt = $2 AND counted
       RETURNING CASE WHEN kind = 'ai' THEN local_day::text END AS day`,
      [callId, attempt, at],
    );
    return row?.day ?? null;
  }

  rename(accountId: string, phoneNumber: string, alias: string): Promise<number> {
    return this.unitOfWork.affected(
      'UPDATE dials SET phone_number = $3 WHERE account_id = $1 AND phone_number = $2',
      [accountId, phoneNumber, alias],
    );
  }

  async history(
    accountId: string,
    numbers: readonly string[],
    localDay: string,
  ): Promise<Map<string, NumberHistory>> {
    const [first, ...others] = new Set(numbers);
    if (first === undefined) return new Map();
    if (others.length === 0) {
      return new Map([[first, await this.#histories.load({ accountId, number: first, localDay })]]);
    }
    const rows = await this.unitOfWork.rows<NumberHistory & { number: string }>(HISTORY, [
      accountId,
      [first, ...others],
      localDay,
    ]);
    return new Map(rows.map(({ number, ...history }) => [number, history]));
  }

  #history(queries: readonly HistoryQuery[]): Promise<NumberHistory[]> {
    return this.unitOfWork.rows(HISTORY_TOGETHER, [
      queries.map(({ accountId }) => accountId),
      queries.map(({ number }) => number),
      queries.map(({ localDay }) => localDay),
    ]);
  }
}
