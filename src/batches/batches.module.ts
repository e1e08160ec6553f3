import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../agents';
import { BatchNames, CallsModule } from '../calls';
import { StoredBatchNames } from './application/stored-batch-names';
import { ConsoleBatches } from './application/console-batches';
import { Uploads } from './application/uploads';
import { Batches } from './application/batches.service';
import { BatchRepository } from './infrastructure/batch.repository';
import { BatchSchema } from './infrastructure/batch.schema';

/** Global because calls, a lower context, inject BatchNames. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([BatchSchema]), AgentsModule, CallsModule],
  providers: [
    Batches,
    BatchRepository,
    ConsoleBatches,
    Uploads,
    { provide: BatchNames, useClass: StoredBatchNames },
  ],
  exports: [Batches, BatchNames, ConsoleBatches],
})
export class BatchesModule {}
