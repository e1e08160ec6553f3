import { Module } from '@nestjs/common';
import { CallsModule } from './calls.module';
import { CallsController } from './http/calls.controller';

@Module({ imports: [CallsModule], controllers: [CallsController] })
export class CallsHttpModule {}
