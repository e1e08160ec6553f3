import { Injectable } from '@nestjs/common';
import { lockContactCalls } from '../../calling';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { FoundCalls } from '../../platform/erasure/erasers';

@Injectable()
export class HumanErasureRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** A call is ongoing until its analysis has ended and its recording is stored or known to be none. */
  find(accountId: string, phoneNumber: string): Promise<FoundCalls> {
    const isOngoing = `ended_at IS NULL OR analysis_due_at IS NOT NULL OR recording IS NOT DISTINCT FROM 'awaited'`;
    return lockContactCalls(this.unitOfWork, { table: 'human_calls', isOngoing }, accountId, phoneNumber);
  }

  /** A recording that still arrives is removed. Returns the number of calls. */
  rename(callIds: readonly string[], alias: string): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE human_calls SET phone_number = $2, contact_name = NULL, contact_email = NULL, external_id = NULL,
         lead_id = NULL, metadata = '{}', disposition = NULL, carrier_id = NULL,
         recording = CASE WHEN recording IS NOT NULL THEN 'forgotten' END
       WHERE id = ANY ($1)`,
      [callIds, alias],
    );
  }

  removeTalks(callIds: readonly string[]): Promise<number> {
    return this.unitOfWork.affected('DELETE FROM human_call_talks WHERE call_id = ANY ($1)', [callIds]);
  }
}
