import { Injectable } from '@nestjs/common';
import { lockContactCalls } from '../../calling';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { FoundCalls } from '../../platform/erasure/erasers';

@Injectable()
export class ErasureRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** A call is ongoing until its outcome is known and its recording is stored. */
  find(accountId: string, phoneNumber: string): Promise<FoundCalls> {
    const isOngoing = `finished_at IS NULL OR recording IS NOT DISTINCT FROM 'awaited'`;
    return lockContactCalls(this.unitOfWork, { table: 'calls', isOngoing }, accountId, phoneNumber);
  }

  /** A recording that still arrives is removed. Returns the number of calls. */
  rename(callIds: readonly string[], alias: string): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE calls SET phone_number = $2, contact_name = NULL, contact_email = NULL, external_id = NULL,
         variables = '{}', metadata = '{}', carrier_id = NULL,
         recording = CASE WHEN recording IS NOT NULL THEN 'forgotten' END
       WHERE id = ANY ($1)`,
      [callIds, alias],
    );
  }

  /** The rows stay, so that a late write cannot restore transcripts. Returns the number cleared. */
  async emptyTalks(callIds: readonly string[]): Promise<number> {
    const rows = await this.unitOfWork.rows<{ had_words: boolean }>(
      `WITH pieces AS (DELETE FROM call_live_turns WHERE call_id = ANY ($1)),
       before AS MATERIALIZED (
         SELECT call_id, json_array_length(turns) > 0 AS had_words FROM call_talks WHERE call_id = ANY ($1))
       UPDATE call_talks AS t SET turns = '[]', reading = NULL FROM before WHERE t.call_id = before.call_id
       RETURNING before.had_words`,
      [callIds],
    );
    return rows.filter((row) => row.had_words).length;
  }

  forgetTimeline(callIds: readonly string[]): Promise<number> {
    return this.unitOfWork.affected('DELETE FROM call_timeline WHERE call_id = ANY ($1)', [callIds]);
  }
}
