import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../agents';
import { CallsModule } from '../calls';
import { Batches } from './application/batches.service';
import { BatchRepository } from './infrastructure/batch.repository';
import { BatchSchema } from './infrastructure/batch.schema';

@Module({
  imports: [TypeOrmModule.forFeature([BatchSchema]), AgentsModule, CallsModule],
  providers: [Batches, BatchRepository],
  exports: [Batches],
})
export class BatchesModule {}
