import { Module } from '@nestjs/common';
import { BatchesModule } from './batches.module';
import { BatchesController } from './http/batches.controller';
import { ConsoleBatchesController } from './http/console-batches.controller';

@Module({ imports: [BatchesModule], controllers: [BatchesController, ConsoleBatchesController] })
export class BatchesHttpModule {}
