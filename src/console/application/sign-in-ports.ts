import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { Credits } from '../../credits';
import { NewAccounts, SignInJournal, type SignInAuditEntry } from '../../sign-in';
import { AuditLog } from './audit-log';

/** Writes sign-ins to the audit log of each account where the login is active; failures of an hour are one entry. */
@Injectable()
export class AuditedSignIns extends SignInJournal {
  constructor(private readonly log: AuditLog) {
    super();
  }

  override note({ loginId, action, address }: SignInAuditEntry): Promise<void> {
    const deed = { action, subjectId: loginId, fields: [], address };
    return this.log.writeEverywhere(loginId, deed, { repeat: action === 'consoleSignInFailed' });
  }
}

/** Opens the first person's account, with an empty ledger. */
@Injectable()
export class FirstAccounts extends NewAccounts {
  constructor(
    private readonly accounts: Accounts,
    private readonly credits: Credits,
  ) {
    super();
  }

  override async open(name: string, timezone: string): Promise<string> {
    const { id } = await this.accounts.create({ name, timezone });
    await this.credits.open(id, 0n);
    return id;
  }
}
