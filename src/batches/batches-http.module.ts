import { Module } from '@nestjs/common';
import { BatchesModule } from './batches.module';
import { BatchesController } from './http/batches.controller';

@Module({ imports: [BatchesModule], controllers: [BatchesController] })
export class BatchesHttpModule {}
