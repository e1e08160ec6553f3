export { AccountsModule } from './accounts.module';
export { Accounts } from './application/accounts.service';
export { CallingLines } from './application/calling-lines';
export { DoNotCallList } from './application/do-not-call-list';
export { type Hold } from './domain/calling-policy';
export { CallingRules } from './domain/calling-rules';
