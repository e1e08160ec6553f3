import type { INestApplicationContext } from '@nestjs/common';
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
  type TrunkChange,
  type TrunkKind,
  Trunks,
} from '../trunks';
import { TrunkTests } from '../carriers/trunk-tests.module';
import { CommandAudit } from './command-audit';
import { requireAccount } from './require-account';
import { CommandError, UsageError } from './output';

export class TelephonyOperations {
  readonly #accounts: Accounts;
  readonly #accountTrunks: AccountTrunks;
  readonly #agents: Agents;
  readonly #numbers: Numbers;
  readonly #traces: CallTraces;
  readonly #trunks: Trunks;
  readonly #trunkTests: TrunkTests;
  readonly #unitOfWork: UnitOfWork;
  readonly #audit: CommandAudit;

  constructor(contexts: INestApplicationContext) {
    this.#accounts = contexts.get(Accounts, { strict: false });
    this.#accountTrunks = contexts.get(AccountTrunks, { strict: false });
    this.#agents = contexts.get(Agents, { strict: false });
    this.#numbers = contexts.get(Numbers, { strict: false });
    this.#traces = contexts.get(CallTraces, { strict: false });
    this.#trunks = contexts.get(Trunks, { strict: false });
    this.#trunkTests = contexts.get(TrunkTests, { strict: false });
    this.#unitOfWork = contexts.get(UnitOfWork, { strict: false });
    this.#audit = new CommandAudit(contexts);
  }

  addTrunk(kind: TrunkKind, name: string, change: TrunkChange) {
    return usage(() => this.#trunks.add(kind, name, change));
  }

  setTrunk(id: string, change: TrunkChange, newToken: boolean) {
    return usage(() =>
      this.#unitOfWork.run(async () => {
        const trunk = await this.#trunks.set(id, change, { newToken });
        if (trunk.registrations) await this.#requireNoExtensions(trunk);
        return trunk;
      }),
    );
  }

  listTrunks() {
    return this.#trunks.list();
  }

  showTrunk(id: string) {
    return this.#trunks.show(id);
  }

  removeTrunk(id: string) {
    return this.#trunks.remove(id);
  }

  /** Needs the reach `secrets`. */
  testTrunk(id: string, phone: string | null) {
    return this.#trunkTests.test(id, phone);
  }

  async addNumber(accountId: string, phone: string, change: NumberChange) {
    await requireAccount(this.#accounts, accountId);
    const added = await this.#unitOfWork.run(async () => {
      await this.#requireAgent(accountId, change.agentId);
      return this.#numbers.add(accountId, phone, change);
    });
    await this.#audit.write(accountId, 'number add', lastDigits(phone));
    return added;
  }

  async setNumber(phone: string, change: NumberChange) {
    const owner = await this.#numbers.ownerOf(phone);
    const changed = await this.#unitOfWork.run(async () => {
      await this.#requireAgent(owner, change.agentId);
      return this.#numbers.set(phone, change);
    });
    await this.#audit.write(owner, 'number set', lastDigits(phone));
    return changed;
  }

  async listNumbers(accountId: string | null) {
    if (accountId !== null) await requireAccount(this.#accounts, accountId);
    return this.#numbers.list(accountId);
  }

  async removeNumber(phone: string) {
    const owner = await this.#numbers.ownerOf(phone);
    const removed = await this.#numbers.remove(phone);
    await this.#audit.write(owner, 'number remove', lastDigits(phone));
    return removed;
  }

  showTrace(callId: string) {
    return this.#traces.show(callId);
  }

  /** An extension is an address at a server, and this trunk has none. */
  async #requireNoExtensions({ id, name, accounts }: Awaited<ReturnType<Trunks['set']>>): Promise<void> {
    for (const accountId of accounts) {
      const [first] = await this.#accountTrunks.of(accountId);
      if (first !== id || (await this.#accounts.find(accountId))?.rings !== 'extension') continue;
      throw new CommandError(
        `Extensions at ${name} are rung for the account ${accountId}: give it another first trunk (--trunks) or --rings mobile.`,
      );
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
