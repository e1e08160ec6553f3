import { Injectable } from '@nestjs/common';
import { newestFirst } from '../../platform/database/newest-first';
import { RowMap, type StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { StoredBrief, VoiceTestState } from '../domain/voice-test';
import { VoiceTestSchema } from './voice-test.schema';

const rows = new RowMap<VoiceTestState>(VoiceTestSchema);
/** One admission at a time in all processes: the places of a host count tests of all accounts. */
const ADMISSION_LOCK = 1_765_781;

export type RecentTest = Pick<
  VoiceTestState,
  'id' | 'status' | 'createdAt' | 'durationSeconds' | 'maxSeconds'
>;

export type LoginTest = Pick<VoiceTestState, 'id' | 'accountId' | 'status' | 'createdAt'>;

export type OpenTest = Pick<VoiceTestState, 'id' | 'status' | 'createdAt' | 'endRequested'>;

@Injectable()
export class VoiceTestRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async lockAdmission(): Promise<void> {
    await this.unitOfWork.rows('SELECT pg_advisory_xact_lock($1)', [ADMISSION_LOCK]);
  }

  async insert(test: VoiceTestState): Promise<void> {
    await this.unitOfWork.affected(
      'INSERT INTO voice_tests SELECT * FROM json_populate_record(NULL::voice_tests, $1)',
      [rowOf(test)],
    );
  }

  /** The account's tests since an instant, including deleted ones. */
  async recent(accountId: string, since: Date): Promise<RecentTest[]> {
    return this.unitOfWork.rows<RecentTest>(
      `SELECT id, status, created_at AS "createdAt",
         duration_seconds AS "durationSeconds", max_seconds AS "maxSeconds"
       FROM voice_tests WHERE account_id = $1 AND created_at > $2`,
      [accountId, since],
    );
  }

  /** A login's tests in all accounts since an instant, including deleted ones. The time bounds the index scan. */
  async ofLogin(loginId: string, since: Date): Promise<LoginTest[]> {
    return this.unitOfWork.rows<LoginTest>(
      `SELECT id, account_id AS "accountId", status, created_at AS "createdAt"
       FROM voice_tests WHERE created_at > $2 AND login_id = $1`,
      [loginId, since],
    );
  }

  async find(accountId: string, id: string): Promise<VoiceTestState | null> {
    return this.#one(`account_id = $1 AND id = $2 AND deleted_at IS NULL`, [accountId, id]);
  }

  /** Locks a test of any account, deleted or not, until the transaction ends. */
  async lock(id: string): Promise<VoiceTestState | null> {
    return this.#one('id = $1 FOR UPDATE', [id]);
  }

  async list(
    accountId: string,
    filter: { readonly agentId: string | undefined; readonly loginId: string | undefined },
    limit: number,
    after: string | undefined,
  ): Promise<VoiceTestState[]> {
    const { sql, parameters } = newestFirst({
      table: 'voice_tests',
      accountId,
      conditions: { agentId: 't.agent_id = $', loginId: 't.login_id = $' },
      filter,
      time: 'created_at',
      limit,
      after,
    });
    const found = await this.unitOfWork.rowsPlannedAnew<StoredRow>(
      `SELECT ${rows.select('t')} FROM (SELECT * FROM voice_tests WHERE deleted_at IS NULL) AS t ${sql}`,
      parameters,
    );
    return found.map((row) => rows.state(row));
  }

  /** Writes what a change of the entity may have changed. */
  async update(test: VoiceTestState): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE voice_tests SET ${rows.assignments(CHANGED)}
       FROM json_populate_record(NULL::voice_tests, $2) AS n WHERE voice_tests.id = $1`,
      [test.id, rowOf(test)],
    );
  }

  /** Until the talk begins. */
  async fillBrief(id: string, brief: StoredBrief): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE voice_tests SET brief = $2 WHERE id = $1 AND status = 'waiting' AND brief IS NOT NULL`,
      [id, JSON.stringify(brief)],
    );
  }

  async saveTurns(id: string, turns: VoiceTestState['turns']): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE voice_tests SET turns = $2 WHERE id = $1 AND status = 'talking' AND deleted_at IS NULL`,
      [id, JSON.stringify(turns)],
    );
  }

  async moveStt(id: string, stt: string): Promise<void> {
    await this.unitOfWork.affected('UPDATE voice_tests SET stt = $2 WHERE id = $1', [id, stt]);
  }

  /** False when the test was deleted. */
  async storeRecording(id: string, recording: 'stored' | 'none'): Promise<boolean> {
    const stored = await this.unitOfWork.affected(
      `UPDATE voice_tests SET recording = $2 WHERE id = $1 AND recording = 'awaited' AND deleted_at IS NULL`,
      [id, recording],
    );
    return stored === 1;
  }

  /** The host of a test in any account; null: the test is unknown or deleted. */
  hostOf(id: string): Promise<{ readonly accountId: string; readonly host: string } | null> {
    return this.unitOfWork.row<{ accountId: string; host: string }>(
      `SELECT account_id AS "accountId", host FROM voice_tests WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
  }

  async findWaiting(id: string, host: string): Promise<VoiceTestState | null> {
    return this.#one(`id = $1 AND host = $2 AND status = 'waiting' AND NOT end_requested`, [id, host]);
  }

  /** The host's tests that have not ended. */
  async openOf(host: string): Promise<OpenTest[]> {
    return this.unitOfWork.rows<OpenTest>(
      `SELECT id, status, created_at AS "createdAt", end_requested AS "endRequested"
       FROM voice_tests WHERE host = $1 AND status IN ('waiting', 'talking')`,
      [host],
    );
  }

  /** Renews the heartbeat of the host's waiting tests and of the talks that it runs. */
  async beat(host: string, running: readonly string[], now: Date): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE voice_tests SET heartbeat_at = $3
       WHERE host = $1 AND (status = 'waiting' OR status = 'talking' AND id = ANY ($2))`,
      [host, running, now],
    );
  }

  /** Without a heartbeat since an instant. */
  async silent(before: Date): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ id: string }>(
      `SELECT id FROM voice_tests WHERE status IN ('waiting', 'talking') AND heartbeat_at < $1`,
      [before],
    );
    return found.map(({ id }) => id);
  }

  /** Ended before an instant, without the analysis that their host owes. */
  async unread(before: Date): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ id: string }>(
      `SELECT id FROM voice_tests
       WHERE outcome_state = 'pending' AND status IN ('ended', 'failed') AND ended_at < $1`,
      [before],
    );
    return found.map(({ id }) => id);
  }

  /** Ended before an instant, whose recording their host has not reported. */
  async findUnrecorded(before: Date): Promise<{ readonly id: string; readonly endedAt: Date }[]> {
    return this.unitOfWork.rows(
      `SELECT id, ended_at AS "endedAt" FROM voice_tests
       WHERE recording = 'awaited' AND status IN ('ended', 'failed') AND ended_at < $1`,
      [before],
    );
  }

  async storeOutcome(id: string, outcome: object | null): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE voice_tests SET outcome = $2, outcome_state = $3, brief = NULL
       WHERE id = $1 AND outcome_state = 'pending' AND deleted_at IS NULL`,
      [id, outcome && JSON.stringify(outcome), outcome ? 'ready' : 'failed'],
    );
  }

  /** Deletes at most `limit` that were created before an instant. @returns their ids */
  async forget(before: Date, limit: number): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ id: string }>(
      `DELETE FROM voice_tests WHERE id IN (
         SELECT id FROM voice_tests WHERE created_at < $1 AND status IN ('ended', 'failed')
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [before, limit],
    );
    return found.map(({ id }) => id);
  }

  async byId(id: string): Promise<VoiceTestState | null> {
    return this.#one('id = $1', [id]);
  }

  /** Open tests of each host. */
  async byHost(): Promise<Map<string, number>> {
    const found = await this.unitOfWork.rows<{ host: string; tests: number }>(
      `SELECT host, count(*)::int AS tests FROM voice_tests WHERE status IN ('waiting', 'talking') GROUP BY host`,
    );
    return new Map(found.map(({ host, tests }) => [host, tests]));
  }

  async #one(condition: string, parameters: unknown[]): Promise<VoiceTestState | null> {
    const row = await this.unitOfWork.row<StoredRow>(
      `SELECT ${rows.select()} FROM voice_tests WHERE ${condition}`,
      parameters,
    );
    return row ? rows.state(row) : null;
  }
}

function rowOf(test: VoiceTestState): string {
  return rows.json([test]).slice(1, -1);
}

const CHANGED = [
  'stt',
  'status',
  'reason',
  'startedAt',
  'endedAt',
  'endedBy',
  'durationSeconds',
  'delayMs',
  'turns',
  'brief',
  'outcome',
  'outcomeState',
  'recording',
  'heartbeatAt',
  'endRequested',
  'deletedAt',
] as const satisfies readonly (keyof VoiceTestState)[];
