import { Module } from '@nestjs/common';
import { NumbersController } from './http/numbers.controller';
import { TrunksModule } from './trunks.module';

@Module({ imports: [TrunksModule], controllers: [NumbersController] })
export class TrunksHttpModule {}
