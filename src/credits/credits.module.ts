import { Module } from '@nestjs/common';
import { Credits } from './application/credits.service';
import { LedgerRepository } from './infrastructure/ledger.repository';

@Module({
  providers: [Credits, LedgerRepository],
  exports: [Credits],
})
export class CreditsModule {}
