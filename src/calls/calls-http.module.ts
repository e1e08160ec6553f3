import { Module } from '@nestjs/common';
import { StorageHttpModule } from '../platform/storage/storage-http.module';
import { CallsModule } from './calls.module';
import { ConsoleCallsController } from './http/console-calls.controller';
import { CallsController } from './http/calls.controller';

@Module({ imports: [CallsModule, StorageHttpModule], controllers: [CallsController, ConsoleCallsController] })
export class CallsHttpModule {}
