import { Injectable } from '@nestjs/common';
import { Accounts, People } from '../../accounts';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { type FieldProblem, invalidRequest } from '../../platform/kernel/domain-error';
import { foldCase } from '../../platform/kernel/text';
import { linkUnusable } from '../domain/sign-in-errors';
import { PasswordRepository } from '../infrastructure/password.repository';
import { LoginLinks } from './login-links';
import { NewAccounts } from './new-accounts';
import { PasswordChoice } from './password-choice';
import type { OpenedSession } from './sessions';
import type { Visitor } from './visitor';

/** The account's fields are for a service without any account. */
export interface FirstAdmin {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly accountName: string | undefined;
  readonly timezone: string | undefined;
}

const DEFAULT_ZONE = 'Asia/Kolkata';

const SETUP_LOCK = 20_652;

const NO_ACCOUNT_NAME: FieldProblem = {
  field: 'account_name',
  message: 'is required: there is no account yet',
};

/** Creates the first person: an ADMIN of the oldest account. */
@Injectable()
export class SetUp {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly newAccounts: NewAccounts,
    private readonly passwords: PasswordRepository,
    private readonly links: LoginLinks,
    private readonly choice: PasswordChoice,
  ) {}

  /**
   * Only one of several requests succeeds.
   * @throws DomainError not_found, invalid_request without the account's name
   */
  async run(person: FirstAdmin, visitor: Visitor): Promise<OpenedSession> {
    await this.#requireLink(person.token);
    await this.#requireZone(person.timezone);
    const hash = await this.choice.hash(person.password, foldCase(person.email), visitor);
    const session = await this.unitOfWork.run(async () => {
      await this.unitOfWork.rows('SELECT pg_advisory_xact_lock($1)', [SETUP_LOCK]);
      await this.#requireLink(person.token);
      const accountId = (await this.accounts.list())[0]?.id ?? (await this.#open(person));
      const { name, email } = person;
      const admin = await this.people.members.addRole(
        accountId,
        { name, email, mobileNumber: null },
        'ADMIN',
      );
      await this.links.endSetup();
      return this.choice.store(admin.loginId, hash, visitor);
    });
    await this.choice.note(session.loginId, 'consoleSetUp', visitor);
    return session;
  }

  /** The field that a service without any account requires, for the owner of the link. */
  async missingFields(token: string, accountName: string | undefined): Promise<readonly FieldProblem[]> {
    if (accountName !== undefined || (await this.links.find(token))?.kind !== 'setup') return [];
    return (await this.accounts.list()).length > 0 ? [] : [NO_ACCOUNT_NAME];
  }

  async #requireLink(token: string): Promise<void> {
    const link = await this.links.find(token);
    if (link?.kind !== 'setup' || (await this.passwords.any())) throw linkUnusable();
  }

  async #requireZone(timezone: string | undefined): Promise<void> {
    if (timezone !== undefined && !(await this.accounts.knowsTimeZone(timezone))) {
      throw invalidRequest([{ field: 'timezone', message: 'must be a time zone such as Asia/Kolkata' }]);
    }
  }

  #open({ accountName, timezone = DEFAULT_ZONE }: FirstAdmin): Promise<string> {
    if (accountName === undefined) throw invalidRequest([NO_ACCOUNT_NAME]);
    return this.newAccounts.open(accountName, timezone);
  }
}
