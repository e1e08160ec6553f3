import type { UnitOfWork } from '../../platform/database/unit-of-work';

interface TalkTables {
  readonly calls: string;
  readonly talks: string;
}

/** Statements that the talks of both kinds of calls share. */
export abstract class TalkRows {
  constructor(
    protected readonly unitOfWork: UnitOfWork,
    private readonly tables: TalkTables,
  ) {}

  /** Ids of calls from before an instant that still have a transcript or may have a recording, at most `limit`. */
  abstract withTranscript(before: Date, limit: number): Promise<string[]>;

  /** A recording that is not stored yet is removed when it arrives. */
  async awaitNoRecording(callIds: readonly string[]): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE ${this.tables.calls} SET recording = 'forgotten' WHERE id = ANY ($1) AND recording IN ('awaited', 'none')`,
      [callIds],
    );
  }

  /** Clears transcripts and marks the recordings as removed; what was analyzed stays. */
  async clearTranscript(callIds: readonly string[]): Promise<void> {
    await this.unitOfWork.enqueue(`UPDATE ${this.tables.talks} SET turns = '[]' WHERE call_id = ANY ($1)`, [
      callIds,
    ]);
    await this.unitOfWork.enqueue(
      `UPDATE ${this.tables.calls} SET recording = 'forgotten' WHERE id = ANY ($1) AND recording IS NOT NULL`,
      [callIds],
    );
  }
}
