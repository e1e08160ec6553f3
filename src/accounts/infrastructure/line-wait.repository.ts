import { Injectable } from '@nestjs/common';
import { among } from '../../platform/database/among';
import { UnitOfWork } from '../../platform/database/unit-of-work';

/** Stores the waiting human calls. */
@Injectable()
export class LineWaitRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async add(accountId: string, callId: string, ready: boolean): Promise<void> {
    await this.unitOfWork.enqueue(
      'INSERT INTO line_waits (call_id, account_id, ready) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [callId, accountId, ready],
    );
  }

  /** Calls in `ready` wait only for a line, the account's others do not. Returns the number of changes. */
  async setReady(accountId: string, ready: readonly string[]): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE line_waits SET ready = (call_id = ANY ($2))
       WHERE account_id = $1 AND ready <> (call_id = ANY ($2))`,
      [accountId, ready],
    );
  }

  async remove(callIds: readonly string[]): Promise<void> {
    await this.unitOfWork.enqueue(`DELETE FROM line_waits WHERE ${among('call_id', '$1')}`, [callIds]);
  }
}
