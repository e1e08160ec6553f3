import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { SOFTPHONE } from '../../shared-kernel/softphone';
import type { TestTalk } from '../../shared-kernel/test-talk';
import { WAITS } from './waits';

/** Reads calls with trial phones. */
@Injectable()
export class TrialCallRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Rings that no process has begun: at most one of an account. */
  async waiting(): Promise<{ id: string; accountId: string; agentId: string }[]> {
    return this.unitOfWork.rows(
      `SELECT id, account_id AS "accountId", agent_id AS "agentId" FROM calls
       WHERE phone_number = '${SOFTPHONE}' AND test AND ${WAITS} ORDER BY id`,
    );
  }

  /** The account's test calls since an instant. */
  async recent(accountId: string, since: Date): Promise<TestTalk[]> {
    return this.unitOfWork.rows<TestTalk>(
      `SELECT created_at AS "createdAt", ended_at IS NULL AS "isOpen",
         coalesce(CASE WHEN ended_at IS NULL THEN max_talk_seconds ELSE duration_seconds END, 0) AS seconds
       FROM calls WHERE account_id = $1 AND phone_number = '${SOFTPHONE}' AND test AND created_at > $2`,
      [accountId, since],
    );
  }
}
