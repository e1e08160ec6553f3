import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../agents';
import { CallsModule } from '../calls';
import { Batches } from './application/batches.service';
import { BatchesController } from './http/batches.controller';
import { BatchRepository } from './infrastructure/batch.repository';
import { BatchSchema } from './infrastructure/batch.schema';

@Module({
  imports: [TypeOrmModule.forFeature([BatchSchema]), AgentsModule, CallsModule],
  controllers: [BatchesController],
  providers: [Batches, BatchRepository],
})
export class BatchesModule {}
