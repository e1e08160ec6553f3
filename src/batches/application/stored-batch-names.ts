import { Injectable } from '@nestjs/common';
import { BatchNames } from '../../calls';
import { BatchRepository } from '../infrastructure/batch.repository';

@Injectable()
export class StoredBatchNames extends BatchNames {
  constructor(private readonly batches: BatchRepository) {
    super();
  }

  override of(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    return this.batches.names(accountId, ids);
  }
}
