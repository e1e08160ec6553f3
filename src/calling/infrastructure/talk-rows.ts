import type { UnitOfWork } from '../../platform/database/unit-of-work';

interface TalkTables {
  readonly calls: string;
  readonly talks: string;
  /** A condition on a call whose transcript may go; `$1` is the instant before which they are old. */
  readonly isOld: string;
  /** The column of that instant. */
  readonly endedAt: string;
}

export interface OldTalk {
  readonly id: string;
  readonly mayHaveRecording: boolean;
}

/** Statements that the talks of both kinds of calls share. */
export abstract class TalkRows {
  constructor(
    protected readonly unitOfWork: UnitOfWork,
    private readonly tables: TalkTables,
  ) {}

  /** Calls from before an instant whose transcript is not forgotten, at most `limit`, the oldest first. */
  async withTranscript(before: Date, limit: number): Promise<OldTalk[]> {
    const { calls, isOld, endedAt } = this.tables;
    return this.unitOfWork.rows<OldTalk>(
      `SELECT id, answered_at IS NOT NULL AND recording IS DISTINCT FROM 'forgotten' AS "mayHaveRecording" FROM ${calls}
       WHERE words_forgotten IS NULL AND ${isOld} ORDER BY ${endedAt} LIMIT $2`,
      [before, limit],
    );
  }

  /** A recording that is not stored yet is removed when it arrives. */
  async awaitNoRecording(callIds: readonly string[]): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE ${this.tables.calls} SET recording = 'forgotten' WHERE id = ANY ($1) AND recording IN ('awaited', 'none')`,
      [callIds],
    );
  }

  /** Clears transcripts and marks the recordings as removed; what was analyzed stays. */
  async clearTranscript(callIds: readonly string[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE ${this.tables.talks} SET turns = '[]' WHERE call_id = ANY ($1) AND json_array_length(turns) > 0`,
      [callIds],
    );
    await this.unitOfWork.enqueue(
      `UPDATE ${this.tables.calls} SET words_forgotten = true,
         recording = CASE WHEN recording IS NOT NULL THEN 'forgotten' END
       WHERE id = ANY ($1)`,
      [callIds],
    );
  }
}
