import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Outbox } from '../../platform/events/outbox';
import { newId } from '../../platform/ids';
import { invalidRequest } from '../../platform/kernel/domain-error';
import { ACCOUNT_DEFAULTS, type AccountSettings, type AccountState } from '../domain/account';
import { CallingRules } from '../domain/calling-rules';
import { listeningProblem } from '../domain/listening';
import { AccountRepository } from '../infrastructure/account.repository';
import { LineRepository } from '../infrastructure/line.repository';
import { PolicyChangeRepository } from '../infrastructure/policy-change.repository';

@Injectable()
export class Accounts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly accounts: AccountRepository,
    private readonly lines: LineRepository,
    private readonly policyChanges: PolicyChangeRepository,
  ) {}

  /** ACCOUNT_DEFAULTS replaces missing settings. @throws DomainError invalid_request when listening lacks its notice */
  async create(settings: AccountSettings & { readonly name: string }): Promise<AccountState> {
    const now = this.clock.now();
    const account: AccountState = {
      ...ACCOUNT_DEFAULTS,
      ...settings,
      id: newId('acct'),
      createdAt: now,
      updatedAt: now,
    };
    requireNotice(account, settings);
    return this.unitOfWork.run(async () => {
      // Trials use one account, so by default only the first account gets a trial phone.
      const trialPhone = settings.trialPhone ?? !(await this.accounts.hasAny());
      const made = { ...account, trialPhone };
      await this.accounts.insert(made);
      return made;
    });
  }

  /**
   * Applies to waiting calls within seconds (R26). Null when there is no such account.
   * @throws DomainError invalid_request when listening lacks its notice
   */
  async set(id: string, settings: AccountSettings): Promise<AccountState | null> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      if (!(await this.accounts.update(id, settings, now))) return null;
      const account = await this.get(id);
      requireNotice(account, settings);
      await this.lines.recheckNow(id);
      await this.policyChanges.add(id, now);
      await this.outbox.add([{ type: 'account.policy_changed', payload: { accountId: id } }]);
      return account;
    });
  }

  /** `null`: no change waits for its application to the waiting calls. */
  policyChangedAt(id: string): Promise<Date | null> {
    return this.policyChanges.find(id);
  }

  /** Reports and operators compute local days in PostgreSQL, so it must support the time zone. */
  knowsTimeZone(name: string): Promise<boolean> {
    return this.accounts.knowsTimeZone(name);
  }

  /** A later change stays pending. */
  async policyApplied(id: string, changedAt: Date): Promise<void> {
    await this.policyChanges.remove(id, changedAt);
  }

  policiesChangedBefore(before: Date): Promise<string[]> {
    return this.policyChanges.before(before);
  }

  find(id: string): Promise<AccountState | null> {
    return this.accounts.find(id);
  }

  async rules(id: string): Promise<CallingRules> {
    return CallingRules.of(await this.get(id));
  }

  /** @throws Error when the account does not exist */
  async get(id: string): Promise<AccountState> {
    const account = await this.accounts.find(id);
    if (!account) throw new Error(`account ${id} does not exist`);
    return account;
  }

  list(): Promise<AccountState[]> {
    return this.accounts.list();
  }
}

function requireNotice(account: AccountState, changed: AccountSettings): void {
  const problem = listeningProblem(account, changed);
  if (problem) throw invalidRequest([problem]);
}
