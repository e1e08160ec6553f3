import { Injectable } from '@nestjs/common';
import { type BatchRow, CallBatches, type RejectedRow } from '../../calls';
import { Clock } from '../../platform/clock';
import { type BatchState, UPLOAD_LIFETIME_MS } from '../domain/batch';
import { BatchRepository } from '../infrastructure/batch.repository';

interface Part {
  readonly uploadKey: string | null;
  readonly rows: readonly BatchRow[];
}

interface Sifted {
  /** The upload's first batch; null when these rows begin it, and outside uploads. */
  readonly first: BatchState | null;
  readonly rows: readonly BatchRow[];
  readonly repeated: readonly RejectedRow[];
}

/** Batches of one key within 24 hours are one upload, which queues a number once. */
@Injectable()
export class Uploads {
  constructor(
    private readonly clock: Clock,
    private readonly calls: CallBatches,
    private readonly batches: BatchRepository,
  ) {}

  /** Does what {@link sift} does, with a lock: until the end of the transaction no other request adds to the upload. */
  async continue(accountId: string, part: Part): Promise<Sifted> {
    if (part.uploadKey !== null) await this.batches.lockUpload(accountId, part.uploadKey);
    return this.sift(accountId, part);
  }

  /** Leaves out the numbers that the upload has queued already. */
  async sift(accountId: string, { uploadKey, rows }: Part): Promise<Sifted> {
    const since = new Date(this.clock.nowMs() - UPLOAD_LIFETIME_MS);
    const first = uploadKey === null ? null : await this.batches.upload(accountId, uploadKey, since);
    if (!first) return { first, rows, repeated: [] };
    const [batches = []] = await this.batches.uploads(accountId, [first]);
    const queued = await this.calls.queuedIn(
      accountId,
      batches.map(({ id }) => id),
      rows.map(({ call }) => call.phoneNumber),
    );
    const isNew = ({ call }: BatchRow) => !queued.has(call.phoneNumber);
    const repeated = rows
      .filter((row) => !isNew(row))
      .map(({ index, sent }) => ({ index, phoneNumber: sent, code: 'duplicate_in_batch' as const }));
    return { first, rows: rows.filter(isNew), repeated };
  }
}
