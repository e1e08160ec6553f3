import { Accounts } from '../accounts';
import { Agents } from '../agents';
import { lastDigits } from '../console';
import { UnitOfWork } from '../platform/database/unit-of-work';
import {
  AccountTrunks,
  CallTraces,
  type NumberChange,
  Numbers,
  OptionConflictError,
  SetupError,
  type TrunkChange,
  type TrunkKind,
  Trunks,
} from '../trunks';
import { TrunkTests } from '../carriers/trunk-tests.module';
import { ContextOperations } from './context-operations';
import { requireAccount } from './require-account';
import { CommandError, UsageError } from './output';

export class TelephonyOperations extends ContextOperations {
  readonly #accounts = this.service(Accounts);
  readonly #accountTrunks = this.service(AccountTrunks);
  readonly #agents = this.service(Agents);
  readonly #numbers = this.service(Numbers);
  readonly traces = this.service(CallTraces);
  readonly trunks = this.service(Trunks);
  /** Needs the reach `secrets`. */
  readonly trunkTests = this.service(TrunkTests);
  readonly #unitOfWork = this.service(UnitOfWork);

  addTrunk(kind: TrunkKind, name: string, change: TrunkChange) {
    return usage(() => this.trunks.add(kind, name, change));
  }

  setTrunk(id: string, change: TrunkChange, newToken: boolean) {
    return usage(() =>
      this.#unitOfWork.run(async () => {
        const trunk = await this.trunks.set(id, change, { newToken });
        if (trunk.registrations) await this.#checkAccounts(trunk.accounts);
        return trunk;
      }),
    );
  }

  async addNumber(accountId: string, phone: string, change: NumberChange) {
    await requireAccount(this.#accounts, accountId);
    const added = await this.#unitOfWork.run(async () => {
      await this.#requireAgent(accountId, change.agentId);
      return this.#numbers.add(accountId, phone, change);
    });
    await this.auditLog.write(accountId, 'number add', lastDigits(phone));
    return added;
  }

  async setNumber(phone: string, change: NumberChange) {
    const owner = await this.#numbers.ownerOf(phone);
    const changed = await this.#unitOfWork.run(async () => {
      await this.#requireAgent(owner, change.agentId);
      return this.#numbers.set(phone, change);
    });
    await this.auditLog.write(owner, 'number set', lastDigits(phone));
    return changed;
  }

  async listNumbers(accountId: string | null) {
    if (accountId !== null) await requireAccount(this.#accounts, accountId);
    return this.#numbers.list(accountId);
  }

  async removeNumber(phone: string) {
    const owner = await this.#numbers.ownerOf(phone);
    const removed = await this.#numbers.remove(phone);
    await this.auditLog.write(owner, 'number remove', lastDigits(phone));
    return removed;
  }

  /** The rules that `account set` checks. @throws CommandError that names the account */
  async #checkAccounts(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const account = await this.#accounts.find(id);
      try {
        if (account) await this.#accountTrunks.settle(account, {});
      } catch (error) {
        throw error instanceof SetupError ? new CommandError(`The account ${id}: ${error.message}`) : error;
      }
    }
  }

  async #requireAgent(accountId: string, agentId: string | null | undefined): Promise<void> {
    if (agentId == null || (await this.#agents.answersCalls(accountId, agentId))) return;
    throw new CommandError(
      `The agent ${agentId} must be one of the account ${accountId} with the direction inbound or both.`,
    );
  }
}

/** Incompatible options are wrong usage, also where the domain detects them. */
async function usage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OptionConflictError ? new UsageError(error.message) : error;
  }
}
