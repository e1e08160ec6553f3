import { Module } from '@nestjs/common';
import { StorageHttpModule } from '../platform/storage/storage-http.module';
import { CallsModule } from './calls.module';
import { CallsController } from './http/calls.controller';

@Module({ imports: [CallsModule, StorageHttpModule], controllers: [CallsController] })
export class CallsHttpModule {}
