export { AccountsModule } from './accounts.module';
export { Accounts } from './application/accounts.service';
export { CallingLines, type LockedStanding } from './application/calling-lines';
export { DoNotCallList } from './application/do-not-call-list';
export { People } from './application/people';
export { TEST_LINES } from './domain/account';
export type { CallHold } from './domain/call-hold';
export { CallingRules } from './domain/calling-rules';
export { spokenNotice } from './domain/listening';
