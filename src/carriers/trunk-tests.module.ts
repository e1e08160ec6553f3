import { Module } from '@nestjs/common';
import { TrunksModule } from '../trunks';
import { TrunkTests } from './application/trunk-tests';

export { TrunkTests };

/** Tests trunks. Commands load it without the carriers, which need a fifth of their start time. */
@Module({ imports: [TrunksModule], providers: [TrunkTests], exports: [TrunkTests] })
export class TrunkTestsModule {}
