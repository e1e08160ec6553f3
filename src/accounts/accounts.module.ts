import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Accounts } from './application/accounts.service';
import { CallingLines } from './application/calling-lines';
import { DoNotCallList } from './application/do-not-call-list';
import { AccountRepository } from './infrastructure/account.repository';
import { AccountSchema } from './infrastructure/account.schema';
import { DialRepository } from './infrastructure/dial.repository';
import { DoNotCallRepository } from './infrastructure/do-not-call.repository';
import { HoldRepository } from './infrastructure/hold.repository';
import { LineRepository } from './infrastructure/line.repository';

@Module({
  imports: [TypeOrmModule.forFeature([AccountSchema])],
  providers: [
    Accounts,
    CallingLines,
    DoNotCallList,
    AccountRepository,
    LineRepository,
    DialRepository,
    DoNotCallRepository,
    HoldRepository,
  ],
  exports: [Accounts, CallingLines, DoNotCallList],
})
export class AccountsModule {}
