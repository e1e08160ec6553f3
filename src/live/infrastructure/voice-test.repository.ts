import { Injectable } from '@nestjs/common';
import { newestFirst } from '../../platform/database/newest-first';
import { RowMap } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { VoiceTestState } from '../domain/voice-test';
import { VoiceTestSchema } from './voice-test.schema';

const rows = new RowMap<VoiceTestState>(VoiceTestSchema);
/** One admission at a time in all processes: the places of a host count tests of all accounts. */
const ADMISSION_LOCK = 1_765_781;

export type RecentTest = Pick<
  VoiceTestState,
  'id' | 'loginId' | 'status' | 'createdAt' | 'durationSeconds' | 'maxSeconds'
>;

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

  /** Of an account since an instant, deleted ones included. */
  async recent(accountId: string, since: Date): Promise<RecentTest[]> {
    return this.unitOfWork.rows<RecentTest>(
      `SELECT id, login_id AS "loginId", status, created_at AS "createdAt",
         duration_seconds AS "durationSeconds", max_seconds AS "maxSeconds"
       FROM voice_tests WHERE account_id = $1 AND created_at > $2`,
      [accountId, since],
    );
  }

  async find(accountId: string, id: string): Promise<VoiceTestState | null> {
    return this.#one(`account_id = $1 AND id = $2 AND deleted_at IS NULL`, [accountId, id]);
  }

  /** Of any account, deleted or not; locked until the transaction ends. */
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
    const found = await this.unitOfWork.rowsPlannedAnew<Record<string, unknown>>(
      `SELECT ${rows.select('t')} FROM (SELECT * FROM voice_tests WHERE deleted_at IS NULL) AS t ${sql}`,
      parameters,
    );
    return found.map((row) => rows.state(row));
  }

  /** Writes what a change of the entity may have changed. */
  async update(test: VoiceTestState): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE voice_tests SET ${rows.assignments(CHANGED, 'n')}
       FROM json_populate_record(NULL::voice_tests, $2) AS n WHERE voice_tests.id = $1`,
      [test.id, rowOf(test)],
    );
  }

  /** Open tests of each host. */
  async byHost(): Promise<Map<string, number>> {
    const found = await this.unitOfWork.rows<{ host: string; tests: number }>(
      `SELECT host, count(*)::int AS tests FROM voice_tests WHERE status IN ('waiting', 'talking') GROUP BY host`,
    );
    return new Map(found.map(({ host, tests }) => [host, tests]));
  }

  async #one(condition: string, parameters: unknown[]): Promise<VoiceTestState | null> {
    const row = await this.unitOfWork.row<Record<string, unknown>>(
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
