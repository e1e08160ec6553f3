import { Module } from '@nestjs/common';
import { Credits } from './application/credits.service';
import { CreditsController } from './http/credits.controller';
import { LedgerRepository } from './infrastructure/ledger.repository';

@Module({
  controllers: [CreditsController],
  providers: [Credits, LedgerRepository],
  exports: [Credits],
})
export class CreditsModule {}
