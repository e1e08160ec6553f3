import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AgentsModule } from '../agents';
import { CallingModule } from '../calling';
import { CreditsModule } from '../credits';
import { Sweeps } from '../platform/sweeps';
import { CarriersModule } from '../carriers';
import { CallAdmission } from './application/dispatch/call-admission';
import { InboundCallAdmission } from './application/inbound-call-admission';
import { InboundCallDecision } from './application/inbound-call-decision';
import { InboundCallStore } from './application/inbound-call-store';
import { CallDialer } from './application/dispatch/call-dialer';
import { CallDispatcher } from './application/dispatch/call-dispatcher';
import { CallEndHandler } from './application/call-end-handler';
import { CallTrunkQueue } from './application/dispatch/call-trunk-queue';
import { AccountHolds } from './application/dispatch/account-holds';
import { CallDispatchRound } from './application/dispatch/call-dispatch-round';
import { CheckAccount } from './application/dispatch/steps/check-account';
import { LockCapacity } from './application/dispatch/steps/lock-capacity';
import { SelectDueCalls } from './application/dispatch/steps/select-due-calls';
import { RejectUndialable } from './application/dispatch/steps/reject-undialable';
import { AdmitCalls } from './application/dispatch/steps/admit-calls';
import { SettleAccountHold } from './application/dispatch/steps/settle-account-hold';
import { DialCandidates } from './application/dispatch/dial-candidates';
import { DialEligibility } from './application/dispatch/dial-eligibility';
import { CallProgress } from './application/call-progress';
import { LiveTranscripts } from './application/live-transcripts';
import { CallsModule } from './calls.module';

const STORE_INTERVAL_MS = 1_000;

@Module({
  imports: [CallsModule, AccountsModule, AgentsModule, CallingModule, CreditsModule, CarriersModule],
  providers: [
    CallAdmission,
    InboundCallAdmission,
    InboundCallDecision,
    InboundCallStore,
    CallDialer,
    CallDispatcher,
    CallDispatchRound,
    CheckAccount,
    LockCapacity,
    SelectDueCalls,
    RejectUndialable,
    AdmitCalls,
    SettleAccountHold,
    CallEndHandler,
    CallTrunkQueue,
    DialCandidates,
    DialEligibility,
    AccountHolds,
    CallProgress,
    LiveTranscripts,
  ],
  exports: [CallDispatcher, DialEligibility],
})
export class CallsDialingModule implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly transcripts: LiveTranscripts,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(STORE_INTERVAL_MS, 'transcripts', () => this.transcripts.store());
  }
}
