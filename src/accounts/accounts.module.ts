import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Accounts } from './application/accounts.service';
import { CallingLines } from './application/calling-lines';
import { ContactEraser } from './application/contact-eraser';
import { DoNotCallList } from './application/do-not-call-list';
import { Leads } from './application/leads';
import { Members } from './application/members';
import { OwnSettings } from './application/own-settings';
import { People } from './application/people';
import { AccountRepository } from './infrastructure/account.repository';
import { AccountSchema } from './infrastructure/account.schema';
import { DialRepository } from './infrastructure/dial.repository';
import { DoNotCallRepository } from './infrastructure/do-not-call.repository';
import { AccountHoldRepository } from './infrastructure/hold.repository';
import { LeadRepository } from './infrastructure/lead.repository';
import { LeadSchema } from './infrastructure/lead.schema';
import { LineRepository } from './infrastructure/line.repository';
import { LineWaitRepository } from './infrastructure/line-wait.repository';
import { MemberRepository } from './infrastructure/member.repository';
import { LoginSchema, MembershipSchema } from './infrastructure/member.schema';
import { PolicyChangeRepository } from './infrastructure/policy-change.repository';

@Module({
  imports: [TypeOrmModule.forFeature([AccountSchema, LeadSchema, LoginSchema, MembershipSchema])],
  providers: [
    Accounts,
    CallingLines,
    ContactEraser,
    DoNotCallList,
    Leads,
    Members,
    OwnSettings,
    People,
    AccountRepository,
    LineRepository,
    LineWaitRepository,
    DialRepository,
    DoNotCallRepository,
    AccountHoldRepository,
    LeadRepository,
    MemberRepository,
    PolicyChangeRepository,
  ],
  exports: [Accounts, CallingLines, DoNotCallList, OwnSettings, People],
})
export class AccountsModule {}
