import { Injectable } from '@nestjs/common';
import { BatchNames, type ShownBatch } from '../../calls';
import { uploadName } from '../domain/batch';
import { BatchRepository } from '../infrastructure/batch.repository';

@Injectable()
export class StoredBatchNames extends BatchNames {
  constructor(private readonly batches: BatchRepository) {
    super();
  }

  override async of(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, ShownBatch>> {
    const first = await this.batches.firstOf(accountId, ids);
    return new Map([...first].map(([id, batch]) => [id, { id: batch.id, name: uploadName(batch) }]));
  }

  override async together(accountId: string, id: string): Promise<readonly string[]> {
    const first = (await this.batches.firstOf(accountId, [id])).get(id);
    if (!first) return [id];
    return (await this.batches.uploads(accountId, [first])).flat().map((batch) => batch.id);
  }
}
