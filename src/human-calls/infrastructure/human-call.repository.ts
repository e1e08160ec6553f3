import { Injectable } from '@nestjs/common';
import { among, ofUnknownLength } from '../../platform/database/among';
import { CallRows } from '../../calling';
import { RowMap } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { HumanCall } from '../domain/human-call';
import type { HumanCallState } from '../domain/human-call-state';
import { LIVE_HUMAN_CALL_STATUSES } from '../domain/human-call-status';
import { HumanCallSchema } from './human-call.schema';

const rows = new RowMap<HumanCallState>(HumanCallSchema);

const MUTABLE: readonly (keyof HumanCallState)[] = [
  'status',
  'statusReason',
  'noAnswerBy',
  'statusUpdates',
  'hosted',
  'carrier',
  'maxTalkSeconds',
  'creditsLimitTalk',
  'dialedAt',
  'answeredAt',
  'endedAt',
  'durationSeconds',
  'watchdogAt',
  'charged',
  'disposition',
  'analysisStatus',
  'analysisReason',
  'analysisDueAt',
  'analysisAttempts',
  'recording',
  'recordedMs',
  'transcriptionDueAt',
  'transcriptions',
];

/** The call occupies its counsellor. */
export const ON_CALL = `status IN (${LIVE_HUMAN_CALL_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** Waiting calls of one counsellor in one round. Only one can be dialed; the others replace calls that have ended. */
const MAX_PER_COUNSELLOR = 5;

/** Rows of `human_calls`. Client queries always name the account (R94). */
@Injectable()
export class HumanCallRepository extends CallRows<HumanCallState, HumanCall> {
  constructor(
    unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
  ) {
    super(unitOfWork, {
      rows,
      mutable: MUTABLE,
      hasAttempts: false,
      callOf: (state) => new HumanCall(state),
    });
  }

  async insert(call: HumanCallState): Promise<void> {
    await this.unitOfWork.affected(
      'INSERT INTO human_calls SELECT * FROM json_populate_recordset(NULL::human_calls, $1::json)',
      [rows.json([call])],
    );
  }

  async update(calls: readonly HumanCall[]): Promise<void> {
    if (calls.length === 0) return;
    await this.updateRows(calls);
    await this.outbox.add(calls.flatMap(({ events }) => events));
  }

  async find(accountId: string, id: string): Promise<HumanCallState | null> {
    const [call] = await this.select('WHERE c.account_id = $1 AND c.id = $2', [accountId, id]);
    return call?.state ?? null;
  }

  override async lockById(id: string): Promise<HumanCall | null> {
    const [call] = await this.select('WHERE c.id = $1 FOR UPDATE OF c', [id]);
    return call ?? null;
  }

  /** Locks the calls that wait for a counsellor, in the order of their ids. */
  async lockWaitingOf(accountId: string, counsellorId: string): Promise<HumanCall[]> {
    return this.select(
      `WHERE c.account_id = $1 AND c.counsellor_id = $2 AND c.status = 'queued' ORDER BY c.id FOR UPDATE OF c`,
      [accountId, counsellorId],
    );
  }

  /** Locks the account's waiting calls that were created before an instant, in the order of their ids. */
  async lockWaitingBefore(accountId: string, before: Date): Promise<HumanCall[]> {
    return this.select(
      `WHERE c.account_id = $1 AND c.status = 'queued' AND c.created_at < $2 ORDER BY c.id FOR UPDATE OF c`,
      [accountId, before],
    );
  }

  /** Locks those calls that are still queued, in the order of their ids. */
  async lockQueued(ids: readonly string[]): Promise<HumanCall[]> {
    return this.select(`WHERE ${among('c.id', '$1')} AND c.status = 'queued' ORDER BY c.id FOR UPDATE OF c`, [
      ids,
    ]);
  }

  async whereAnyWaits(accountIds: readonly string[]): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ account_id: string }>(
      `SELECT account_id FROM unnest(${ofUnknownLength('$1')}) AS requested (account_id)
       WHERE EXISTS (SELECT FROM human_calls h WHERE h.account_id = requested.account_id AND status = 'queued')`,
      [accountIds],
    );
    return found.map((row) => row.account_id);
  }

  /**
   * Locks calls to be ended, and calls whose counsellor and number are free; oldest first, skipping locked rows.
   * Selects few for each counsellor, so that a long queue for one does not delay the others (R61).
   */
  async lockWaiting(accountId: string, tooOldBefore: Date, limit: number): Promise<HumanCall[]> {
    return this.select(
      `WHERE c.id IN (
         SELECT id FROM (
           SELECT id, created_at, is_over,
             row_number() OVER (PARTITION BY counsellor_id, is_over ORDER BY created_at, id) AS place
           FROM human_calls w CROSS JOIN LATERAL (SELECT created_at <= $2 OR EXISTS (
             SELECT FROM do_not_call_for_dispatch d WHERE d.account_id = $1 AND d.phone_number = w.phone_number) AS is_over) AS ends
           WHERE account_id = $1 AND status = 'queued' AND (is_over
             OR NOT EXISTS (SELECT FROM human_calls b WHERE b.counsellor_id = w.counsellor_id AND b.${ON_CALL})
               AND NOT EXISTS (SELECT FROM line_use_for_dispatch l
                 WHERE l.account_id = $1 AND l.phone_number = w.phone_number AND NOT l.test))
         ) AS waiting WHERE is_over OR place <= ${MAX_PER_COUNSELLOR} ORDER BY is_over DESC, created_at, id LIMIT $3)
       AND c.status = 'queued' ORDER BY c.created_at, c.id FOR UPDATE OF c SKIP LOCKED`,
      [accountId, tooOldBefore, limit],
    );
  }

  async accountsWithWaiting(): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ account_id: string }>(
      `SELECT DISTINCT account_id FROM human_calls WHERE status = 'queued'`,
    );
    return found.map((row) => row.account_id);
  }

  /** Returns those of the calls that wait. */
  async queuedOf(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.unitOfWork.rows<{ id: string }>(
      `SELECT id FROM human_calls WHERE id = ANY ($1) AND status = 'queued'`,
      [ids],
    );
    return new Set(found.map(({ id }) => id));
  }

  async onCall(counsellorIds: readonly string[]): Promise<Set<string>> {
    const found = await this.unitOfWork.rows<{ id: string }>(
      `SELECT counsellor_id AS id FROM human_calls WHERE counsellor_id = ANY ($1)
         AND ${ON_CALL}`,
      [counsellorIds],
    );
    return new Set(found.map(({ id }) => id));
  }
}
