import { Module } from '@nestjs/common';
import { ConsoleMyCallsController } from './http/console-my-calls.controller';
import { HumanCallsController } from './http/human-calls.controller';
import { HumanCallsModule } from './human-calls.module';

@Module({ imports: [HumanCallsModule], controllers: [HumanCallsController, ConsoleMyCallsController] })
export class HumanCallsHttpModule {}
