import { Module } from '@nestjs/common';
import { HumanCallsController } from './http/human-calls.controller';
import { HumanCallsModule } from './human-calls.module';

@Module({ imports: [HumanCallsModule], controllers: [HumanCallsController] })
export class HumanCallsHttpModule {}
