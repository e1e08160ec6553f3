import { Injectable } from '@nestjs/common';
import { registersHere } from '../domain/registering';
import { SetupError } from '../domain/setup-error';
import { TRUNK_KIND_NAMES } from '../domain/trunk-kinds';
import { AccountTrunkRepository, type TrunkCapacity } from '../infrastructure/account-trunk.repository';
import { TrunkRepository } from '../infrastructure/trunk.repository';
import { noTrunk, requireNoTrial } from './trunks';

interface AccountCarrierSettings {
  readonly id: string;
  readonly carrier: string;
  readonly rings: 'mobile' | 'extension';
}

interface TrunkSettings {
  readonly trunks?: readonly string[] | undefined;
  readonly rings?: 'mobile' | 'extension' | undefined;
}

/** The trunks of accounts. Those of an account on a simulator are unused. */
@Injectable()
export class AccountTrunks {
  constructor(
    private readonly accountTrunks: AccountTrunkRepository,
    private readonly trunks: TrunkRepository,
  ) {}

  of(accountId: string): Promise<string[]> {
    return this.accountTrunks.of(accountId);
  }

  /** The sum over the enabled trunks; zeros without one. */
  capacity(accountId: string): Promise<TrunkCapacity> {
    return this.accountTrunks.capacity(accountId);
  }

  /**
   * Sets the trunks, if given, and checks them against the settings that the same transaction stored. @throws
   * SetupError
   */
  async settle(account: AccountCarrierSettings, { trunks: trunks, rings }: TrunkSettings): Promise<void> {
    const { id, carrier } = account;
    const isReal = (TRUNK_KIND_NAMES as readonly string[]).includes(carrier);
    const ids = trunks ?? (await this.accountTrunks.of(id));
    if (isReal || trunks !== undefined) await this.#requireKind(ids, carrier, isReal);
    if (isReal && ids.length === 0) {
      throw new SetupError(
        `The carrier ${carrier} needs trunks: give --trunks ID,… (trunk list shows them).`,
      );
    }
    const wantsExtension = rings === 'extension' || (isReal && account.rings === 'extension');
    if (wantsExtension && carrier !== 'sip') {
      throw new SetupError(`--rings extension is for the carrier sip alone; this account has ${carrier}.`);
    }
    if (wantsExtension) await this.#requireHost(ids);
    if (trunks !== undefined) await this.accountTrunks.replace(id, trunks);
  }

  /** An extension is an address at the first trunk's server. */
  async #requireHost([first = '']: readonly string[]): Promise<void> {
    const [trunk] = await this.trunks.find([first]);
    if (!trunk || !registersHere(trunk.options)) return;
    throw new SetupError(
      `--rings extension needs a first trunk with a host; phones register with the trunk ${trunk.name}.`,
    );
  }

  async #requireKind(ids: readonly string[], carrier: string, isReal: boolean): Promise<void> {
    const found = new Map((await this.trunks.find(ids)).map((trunk) => [trunk.id, trunk]));
    for (const id of ids) {
      const trunk = found.get(id);
      if (!trunk) throw noTrunk(id);
      requireNoTrial(trunk);
      if (trunk.kind === carrier) continue;
      const why = isReal ? `the account's carrier is ${carrier}` : `${carrier} uses no trunks`;
      throw new SetupError(`The trunk ${id} (${trunk.name}) is of kind ${trunk.kind}, and ${why}.`);
    }
  }
}
