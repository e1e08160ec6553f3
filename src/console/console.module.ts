import { Global, Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { CreditsModule } from '../credits';
import { NewAccounts, SignInJournal } from '../sign-in';
import { AuditLog } from './application/audit-log';
import { AuditedSignIns, FirstAccounts } from './application/sign-in-ports';
import { AuditLogRepository } from './infrastructure/audit-log.repository';

/** Global because signing in, a lower context, injects SignInJournal and NewAccounts. */
@Global()
@Module({
  imports: [AccountsModule, CreditsModule],
  providers: [
    AuditLog,
    AuditLogRepository,
    { provide: SignInJournal, useClass: AuditedSignIns },
    { provide: NewAccounts, useClass: FirstAccounts },
  ],
  exports: [AuditLog, SignInJournal, NewAccounts],
})
export class ConsoleModule {}
