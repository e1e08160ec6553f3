import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules, type LockedStanding } from '../../accounts';
import { Clock } from '../../platform/clock';

/** An account as a round of dispatch reads it, under the lock of its line row. */
export interface LockedAccount {
  readonly standing: LockedStanding;
  readonly account: Awaited<ReturnType<Accounts['get']>>;
  readonly rules: CallingRules;
  readonly now: Date;
}

/** Locks the account's line row, the first lock in the lock order, and reads what the decisions depend on. */
@Injectable()
export class LockAccount {
  constructor(
    private readonly lines: CallingLines,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  async lock(accountId: string): Promise<LockedAccount> {
    const standing = await this.lines.lock(accountId);
    const account = await this.accounts.get(accountId);
    return { standing, account, rules: CallingRules.of(account), now: this.clock.now() };
  }
}
