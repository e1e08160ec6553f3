import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { formatInstant } from '../../platform/kernel/instant';
import { instantOfLocal } from '../../platform/kernel/zoned-time';

@Injectable()
export class LocalTimes {
  constructor(private readonly accounts: Accounts) {}

  /** Follows the rule of calling hours (R29). */
  async at(accountId: string, local: string) {
    const { timezone } = await this.accounts.get(accountId);
    return { object: 'instant' as const, local, at: formatInstant(instantOfLocal(local, timezone)) };
  }
}
