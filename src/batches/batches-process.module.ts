// Apart from batches.module.ts: controllers would slow the start of commands that erase contacts.
import { Module } from '@nestjs/common';
import type { ProcessRoles } from '../platform/config/process-roles';
import { BatchesModule } from './batches.module';
import { BatchesController } from './http/batches.controller';
import { ConsoleBatchesController } from './http/console-batches.controller';

@Module({ imports: [BatchesModule], controllers: [BatchesController, ConsoleBatchesController] })
class BatchesHttpModule {}

export function batchesModules({ api }: ProcessRoles) {
  return [BatchesModule, api && BatchesHttpModule];
}
