import { Injectable } from '@nestjs/common';
import { among } from '../../platform/database/among';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { InvocationState, ToolState } from '../domain/tool';

const COLUMNS = `i.id, i.account_id AS "accountId", i.call_id AS "callId", i.ordinal, i.tool_id AS "toolId", i.name, i.kind,
  i.effect, i.phase, i.key, i.status, i.arguments, i.result, i.provided, i.error, i.attempts, i.simulated,
  i.repeated_of AS "repeatedOf", i.at, i.start_ms AS "startMs", i.end_ms AS "endMs"`;

/** A tool is no longer what it was when it was read. */
export class ToolChanged extends Error {
  override readonly name = 'ToolChanged';
}

@Injectable()
export class InvocationRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @param tool null: its version does not matter
   * @throws ToolChanged when the tool was changed or deleted since it was read; then nothing is stored
   */
  async insert(
    invocation: InvocationState,
    tool: Pick<ToolState, 'id' | 'updatedAt'> | null = null,
  ): Promise<void> {
    const isUnchanged =
      tool === null ? '' : 'WHERE EXISTS (SELECT FROM tools WHERE id = $22 AND updated_at = $23)';
    const stored = await this.unitOfWork.affected(
      `INSERT INTO tool_invocations (id, status, arguments, result, provided, error, attempts, end_ms, account_id, call_id,
         ordinal, tool_id, name, kind, effect, phase, key, simulated, repeated_of, at, start_ms)
       SELECT $1, $2, $3::json, $4::json, $5::json, $6::json, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
         $20, $21 ${isUnchanged}`,
      [
        ...changesOf(invocation),
        invocation.accountId,
        invocation.callId,
        invocation.ordinal,
        invocation.toolId,
        invocation.name,
        invocation.kind,
        invocation.effect,
        invocation.phase,
        invocation.key,
        invocation.simulated,
        invocation.repeatedOf,
        invocation.at,
        invocation.startMs,
        ...(tool === null ? [] : [tool.id, tool.updatedAt]),
      ],
    );
    if (stored === 0) throw new ToolChanged();
  }

  /** Does not change a use that was erased or given up meanwhile. */
  async update(invocation: InvocationState): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE tool_invocations SET status = $2, arguments = $3::json, result = $4::json, provided = $5::json,
         error = $6::json, attempts = $7, end_ms = $8
       WHERE id = $1 AND status IN ('running', 'failed', 'timed_out')`,
      changesOf(invocation),
    );
  }

  /** Oldest first. */
  ofCall(callId: string): Promise<InvocationState[]> {
    return this.unitOfWork.rows<InvocationState>(
      `SELECT ${COLUMNS} FROM tool_invocations i WHERE i.call_id = $1 ORDER BY i.at, i.ordinal, i.id`,
      [callId],
    );
  }

  /** Ends uses that still run `before` which their call or voice test ended; at most `limit`. */
  giveUp(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE tool_invocations SET status = 'unknown' WHERE id IN (
         SELECT i.id FROM tool_invocations i
           LEFT JOIN calls_for_tools c ON c.id = i.call_id
           LEFT JOIN voice_tests_for_tools v ON v.id = i.call_id
         WHERE i.status = 'running' AND COALESCE(c.ended_at, v.ended_at) < $1
         ORDER BY i.at LIMIT $2 FOR UPDATE OF i SKIP LOCKED)`,
      [before, limit],
    );
  }

  /** Removes arguments and results from before an instant, at most `limit`. */
  forget(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE tool_invocations SET arguments = NULL, result = NULL, provided = NULL, error = NULL WHERE ctid IN (
         SELECT ctid FROM tool_invocations
         WHERE at < $1 AND status <> 'running' AND (arguments IS NOT NULL OR result IS NOT NULL OR error IS NOT NULL)
         ORDER BY at LIMIT $2)`,
      [before, limit],
    );
  }

  remove(callIds: readonly string[]): Promise<number> {
    return this.unitOfWork.affected(`DELETE FROM tool_invocations WHERE ${among('call_id', '$1')}`, [
      callIds,
    ]);
  }

  empty(callIds: readonly string[]): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE tool_invocations SET arguments = NULL, result = NULL, provided = NULL, error = NULL
       WHERE call_id = ANY ($1) AND (arguments IS NOT NULL OR result IS NOT NULL OR error IS NOT NULL)`,
      [callIds],
    );
  }
}

function changesOf({
  id,
  status,
  arguments: sent,
  result,
  provided,
  error,
  attempts,
  endMs,
}: InvocationState): unknown[] {
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
  return [id, status, json(sent), json(result), json(provided), json(error), attempts, endMs];
}
