import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { TraceMessage } from '../domain/call-trace';

export interface TracedDial {
  readonly callId: string;
  readonly attempt: number;
}

/** Rows of `call_traces`. */
@Injectable()
export class TraceRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert({ callId, attempt }: TracedDial, messages: readonly TraceMessage[], at: Date): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO call_traces (call_id, attempt, stored_at, messages) VALUES ($1, $2, $3, $4)
       ON CONFLICT (call_id, attempt) DO NOTHING`,
      [callId, attempt, at, JSON.stringify(messages)],
    );
  }

  /** An erased trace stays erased. */
  async replace({ callId, attempt }: TracedDial, messages: readonly TraceMessage[]): Promise<void> {
    await this.unitOfWork.affected(
      'UPDATE call_traces SET messages = $3 WHERE call_id = $1 AND attempt = $2',
      [callId, attempt, JSON.stringify(messages)],
    );
  }

  /** The first dial first. */
  async messages(callId: string): Promise<TraceMessage[]> {
    const rows = await this.unitOfWork.rows<{ messages: TraceMessage[] }>(
      'SELECT messages FROM call_traces WHERE call_id = $1 ORDER BY attempt',
      [callId],
    );
    return rows.flatMap(({ messages }) => messages);
  }

  /**
   * Deletes the traces of these calls, and of all calls in which a leg of the account rang the number. Returns the
   * count.
   */
  erase(callIds: readonly string[], accountId: string, phoneNumber: string): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM call_traces WHERE call_id = ANY ($1)
         OR call_id IN (SELECT call_id FROM legs WHERE account_id = $2 AND phone_number = $3)`,
      [callIds, accountId, phoneNumber],
    );
  }

  /** Returns the count. */
  forget(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM call_traces WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM call_traces WHERE stored_at < $1 ORDER BY stored_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
  }
}
