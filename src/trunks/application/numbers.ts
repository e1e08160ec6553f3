import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { AccountNumber } from '../domain/account-number';
import { SetupError } from '../domain/setup-error';
import { NumberRepository } from '../infrastructure/number.repository';
import { TrunkRepository } from '../infrastructure/trunk.repository';
import { numberView, ownNumberView } from './trunk.view';
import { noTrunk, requireNoTrial } from './trunks';

export type NumberView = ReturnType<typeof numberView>;

/** undefined leaves a field unchanged. */
export interface NumberChange {
  readonly trunkId?: string | undefined;
  /** null: no agent answers. */
  readonly agentId?: string | null | undefined;
  readonly makeDefault?: boolean | undefined;
  readonly outbound?: boolean | undefined;
}

/** Own numbers of accounts. An account with numbers has exactly one default: the first, until another is made it. */
@Injectable()
export class Numbers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly numbers: NumberRepository,
    private readonly trunks: TrunkRepository,
  ) {}

  /** The caller has checked the agent. @throws SetupError when an account has the number, or for an unknown trunk */
  async add(
    accountId: string,
    phoneNumber: string,
    { trunkId = '', agentId = null, makeDefault = false, outbound = true }: NumberChange,
  ): Promise<NumberView> {
    return this.unitOfWork.run(async () => {
      await this.numbers.lockAccount(accountId);
      await this.#requireTrunk(trunkId);
      const isDefault = makeDefault || !(await this.numbers.hasAny(accountId));
      const createdAt = this.clock.now();
      const number = { phoneNumber, accountId, trunkId, agentId, isDefault, outbound, createdAt };
      if (isDefault) await this.numbers.clearDefault(accountId);
      if (!(await this.numbers.insert(number))) {
        throw new SetupError(
          `The number ${phoneNumber} belongs to an account already: number list shows it.`,
        );
      }
      return numberView(number);
    });
  }

  /** The caller has checked the agent. @throws SetupError for an unknown number or trunk */
  async set(phoneNumber: string, change: NumberChange): Promise<NumberView> {
    return this.unitOfWork.run(async () => {
      const number = await this.#lock(phoneNumber);
      if (change.trunkId !== undefined) await this.#requireTrunk(change.trunkId);
      const changed: AccountNumber = {
        ...number,
        trunkId: change.trunkId ?? number.trunkId,
        agentId: change.agentId === undefined ? number.agentId : change.agentId,
        outbound: change.outbound ?? number.outbound,
        isDefault: number.isDefault || change.makeDefault === true,
      };
      if (changed.isDefault && !number.isDefault) await this.numbers.clearDefault(number.accountId);
      await this.numbers.update(changed);
      return numberView(changed);
    });
  }

  /** Sorted by number. null: of all accounts. */
  async list(accountId: string | null): Promise<NumberView[]> {
    return (await this.numbers.list(accountId)).map(numberView);
  }

  async ofAccount(accountId: string) {
    return (await this.numbers.list(accountId)).map(ownNumberView);
  }

  /** Returns the removed number. The oldest remaining one becomes the default if this was it. @throws SetupError */
  async remove(phoneNumber: string): Promise<NumberView> {
    return this.unitOfWork.run(async () => {
      const number = await this.#lock(phoneNumber);
      await this.numbers.delete(phoneNumber);
      if (number.isDefault) await this.numbers.defaultToOldest(number.accountId);
      return numberView(number);
    });
  }

  /** @throws SetupError when no account has the number */
  async ownerOf(phoneNumber: string): Promise<string> {
    return (await this.#find(phoneNumber)).accountId;
  }

  async #lock(phoneNumber: string): Promise<AccountNumber> {
    await this.numbers.lockAccount((await this.#find(phoneNumber)).accountId);
    // Another command may have had the lock.
    return this.#find(phoneNumber);
  }

  async #find(phoneNumber: string): Promise<AccountNumber> {
    const number = await this.numbers.find(phoneNumber);
    if (!number) throw new SetupError(`No account has the number ${phoneNumber}: number list shows them.`);
    return number;
  }

  async #requireTrunk(id: string): Promise<void> {
    // Locks the trunk against removal: the number refers to it.
    if (!(await this.trunks.keep(id))) throw noTrunk(id);
    const [trunk] = await this.trunks.find([id]);
    if (trunk) requireNoTrial(trunk);
  }
}
