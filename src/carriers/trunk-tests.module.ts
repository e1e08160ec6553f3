import { Module } from '@nestjs/common';
import { TrunksModule } from '../trunks';
import { TrunkTests } from './application/trunk-tests';

export { TrunkTests };

/** What `trunk test` needs. Commands load it without the carriers, which take a fifth of their time. */
@Module({ imports: [TrunksModule], providers: [TrunkTests], exports: [TrunkTests] })
export class TrunkTestsModule {}
