import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountTrunks } from './application/account-trunks';
import { Numbers } from './application/numbers';
import { TrunkWaits } from './application/trunk-waits';
import { Trunks } from './application/trunks';
import { AccountTrunkRepository } from './infrastructure/account-trunk.repository';
import { MediaProcessRepository } from './infrastructure/media-process.repository';
import { NumberRepository } from './infrastructure/number.repository';
import { TrunkRepository } from './infrastructure/trunk.repository';
import { TrunkSchema } from './infrastructure/trunk.schema';
import { TrunkSecrets } from './infrastructure/trunk-secrets';

/** What the operator sets up: trunks, who uses them, and numbers. Commands load it alone, without a carrier. */
@Module({
  imports: [TypeOrmModule.forFeature([TrunkSchema])],
  providers: [
    AccountTrunks,
    Numbers,
    Trunks,
    TrunkWaits,
    AccountTrunkRepository,
    MediaProcessRepository,
    NumberRepository,
    TrunkRepository,
    TrunkSecrets,
  ],
  exports: [AccountTrunks, Numbers, Trunks, TrunkWaits],
})
export class TrunksModule {}
