import { Module } from '@nestjs/common';
import { Credits } from './application/credits.service';
import { Settlements } from './application/settlements';
import { LedgerRepository } from './infrastructure/ledger.repository';

@Module({
  providers: [Credits, Settlements, LedgerRepository],
  exports: [Credits],
})
export class CreditsModule {}
