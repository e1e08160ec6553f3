import { Injectable } from '@nestjs/common';
import type { StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { CallState } from '../domain/call-state';
import type { OutcomeReading } from '../domain/outcome';
import { COLUMNS, rows } from './call-rows';

export type Named = 'variables' | 'metadata' | 'answers';

const OBJECTS: Readonly<Record<Named, string>> = {
  variables: 'c.variables',
  metadata: 'c.metadata',
  answers: `CASE json_typeof(t.reading -> 'answers') WHEN 'object' THEN t.reading -> 'answers' END`,
};

/** Ids are in the order of creation, so attempts follow their first call. */
const CHAIN = 'coalesce(c.first_call_id, c.id), coalesce(c.chain_attempt, 1)';

/** Calls of batches in the order in which they were sent, and what of their talks goes into a table. */
@Injectable()
export class CallExportRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @param statuses of the last call of a chain; null: all calls */
  async ofBatches(
    batchIds: readonly string[],
    limit: number,
    after: CallState | null,
    statuses: readonly string[] | null = null,
  ): Promise<CallState[]> {
    const last = after && [after.firstCallId ?? after.id, after.chainAttempt ?? 1];
    const found = await this.unitOfWork.rowsPlannedAnew<StoredRow>(
      `SELECT ${COLUMNS} FROM calls c
       WHERE c.batch_id = ANY ($1) AND ($2::text IS NULL OR (${CHAIN}) > ($2, $3::int))
         AND ($4::text[] IS NULL OR (c.status = ANY ($4) AND c.next_call_id IS NULL))
       ORDER BY ${CHAIN} LIMIT $5`,
      [batchIds, last?.[0] ?? null, last?.[1] ?? null, statuses, limit],
    );
    return found.map((row) => rows.state(row));
  }

  /** Whether the account has calls with further attempts. */
  async hasChains(accountId: string): Promise<boolean> {
    const row = await this.unitOfWork.row<{ has: boolean }>(
      'SELECT EXISTS (SELECT FROM calls WHERE account_id = $1 AND first_call_id IS NOT NULL) AS has',
      [accountId],
    );
    return row?.has ?? false;
  }

  /** The names that calls of these batches use, in the order in which they appear; at most `most`. */
  async names(batchIds: readonly string[], kind: Named, most: number): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ name: string }>(
      `SELECT k.name FROM calls c ${kind === 'answers' ? 'JOIN call_talks t ON t.call_id = c.id' : ''},
         json_object_keys(${OBJECTS[kind]}) WITH ORDINALITY AS k (name, place)
       WHERE c.batch_id = ANY ($1) GROUP BY k.name ORDER BY min(c.id), min(k.place) LIMIT $2`,
      [batchIds, most],
    );
    return found.map(({ name }) => name);
  }

  async readings(callIds: readonly string[]): Promise<Map<string, OutcomeReading>> {
    const found = await this.unitOfWork.rows<{ call_id: string; reading: OutcomeReading }>(
      'SELECT call_id, reading FROM call_talks WHERE call_id = ANY ($1) AND reading IS NOT NULL',
      [callIds],
    );
    return new Map(found.map(({ call_id, reading }) => [call_id, reading]));
  }
}
