import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { CallingModule } from '../calling';
import { CounsellorsModule } from '../counsellors';
import { CreditsModule } from '../credits';
import { TelephonyModule } from '../telephony';
import { HumanCallDialer } from './application/human-call-dialer';
import { HumanCallDispatcher } from './application/human-call-dispatcher';
import { HumanCallProgress } from './application/human-call-progress';
import { HumanCallsModule } from './human-calls.module';

/** What a process needs that dials human calls and holds their legs. */
@Module({
  imports: [
    HumanCallsModule,
    AccountsModule,
    CallingModule,
    CounsellorsModule,
    CreditsModule,
    TelephonyModule,
  ],
  providers: [HumanCallDialer, HumanCallDispatcher, HumanCallProgress],
  exports: [HumanCallDispatcher],
})
export class HumanCallsDialingModule {}
