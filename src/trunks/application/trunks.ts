import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { isCallableCountry, isCallingCode } from '../../platform/phone-number';
import { newToken } from '../../platform/tokens';
import { registersHere } from '../domain/registering';
import { OptionConflictError, SetupError } from '../domain/setup-error';
import { changedTrunk, newTrunk, type TrunkChange, type TrunkState } from '../domain/trunk';
import { TRUNK_KINDS, type TrunkKind } from '../domain/trunk-kinds';
import { DEAD_AFTER_MS, MediaProcessRepository } from '../infrastructure/media-process.repository';
import { TrunkRepository } from '../infrastructure/trunk.repository';
import { TrunkSecrets } from '../infrastructure/trunk-secrets';
import { requireCertificates } from './certificates';
import { LineFigures } from './line-figures';
import { trunkView } from './trunk.view';

export type TrunkView = ReturnType<typeof trunkView>;

/** Trunks, as the operator sets them up. A change applies to new legs; running ones continue unchanged. */
@Injectable()
export class Trunks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly trunks: TrunkRepository,
    private readonly processes: MediaProcessRepository,
    private readonly secrets: TrunkSecrets,
    private readonly lines: LineFigures,
  ) {}

  /** Missing options get their defaults. @throws OptionConflictError, SetupError when the name is in use */
  async add(kind: TrunkKind, name: string, change: TrunkChange): Promise<TrunkView> {
    requireCountry(change);
    requireCertificates(change);
    const id = newId('trunk');
    const given = {
      id,
      inboundToken: TRUNK_KINDS[kind].web ? newToken() : null,
      createdAt: this.clock.now(),
    };
    const trunk = newTrunk(kind, name, change, given, this.secrets.sealOf(id));
    await this.unitOfWork.run(async () => {
      await this.#requireFreeUser(trunk);
      if (!(await this.trunks.insert(trunk))) throw nameInUse(name);
    });
    return this.#view(trunk);
  }

  /**
   * `newToken` replaces the address for inbound calls.
   * @throws OptionConflictError, SetupError for an unknown trunk, or a name in use
   */
  async set(id: string, change: TrunkChange, { newToken: renew = false } = {}): Promise<TrunkView> {
    requireCountry(change);
    requireCertificates(change);
    const changed = await this.unitOfWork.run(async () => {
      const trunk = await this.#lock(id);
      requireNoTrial(trunk);
      if (renew && !TRUNK_KINDS[trunk.kind].web) {
        throw new OptionConflictError(`--new-token is no option of a trunk of kind ${trunk.kind}.`);
      }
      const next = changedTrunk(trunk, change, this.clock.now(), this.secrets.sealOf(id));
      const stored = renew ? { ...next, inboundToken: newToken() } : next;
      await this.#requireFreeUser(stored);
      if (!(await this.trunks.update(stored))) throw nameInUse(stored.name);
      return stored;
    });
    return this.#view(changed);
  }

  /** Oldest first. */
  async list(): Promise<TrunkView[]> {
    return this.#views(await this.trunks.list());
  }

  /** @throws SetupError for an unknown trunk */
  async show(id: string): Promise<TrunkView> {
    const [trunk] = await this.trunks.find([id]);
    if (!trunk) throw noTrunk(id);
    return this.#view(trunk);
  }

  /** Returns the removed trunk. @throws SetupError that names the accounts, numbers or legs which use it */
  async remove(id: string): Promise<TrunkView> {
    return this.unitOfWork.run(async () => {
      const trunk = await this.#lock(id);
      requireNoTrial(trunk);
      const { accounts, numbers, channelsInUse, hangUpsOwed } = (await this.trunks.uses([id]))(id);
      const legs = channelsInUse + hangUpsOwed;
      const users = [
        ...listNames('account', accounts),
        ...listNames('number', numbers),
        ...(legs > 0 ? [`${legs} ${legs === 1 ? 'leg' : 'legs'} of calls`] : []),
      ];
      if (users.length > 0) throw new SetupError(`The trunk ${trunk.name} is in use: ${users.join('; ')}.`);
      const view = await this.#view(trunk);
      await this.trunks.delete(id);
      return view;
    });
  }

  /** Re-encrypts secrets with the current key. Returns whether more may remain. */
  renewSecrets(prefix: string, atOnce: number): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const trunks = await this.trunks.lockSealedOtherwise(prefix, atOnce);
      for (const trunk of trunks) await this.trunks.update(this.secrets.reseal(trunk));
      return trunks.length > 0;
    });
  }

  /** @throws SetupError */
  async #requireFreeUser({ id, options }: TrunkState): Promise<void> {
    const { username } = options;
    if (!registersHere(options) || typeof username !== 'string') return;
    if (!(await this.trunks.hasRegistrarUser(username, id))) return;
    throw new SetupError(
      `Phones of another trunk register as ${JSON.stringify(username)} already (case does not matter).`,
    );
  }

  async #lock(id: string): Promise<TrunkState> {
    const trunk = await this.trunks.lock(id);
    if (!trunk) throw noTrunk(id);
    return trunk;
  }

  async #view(trunk: TrunkState): Promise<TrunkView> {
    const [view] = await this.#views([trunk]);
    if (!view) throw new Error('a trunk has no view');
    return view;
  }

  async #views(trunks: readonly TrunkState[]): Promise<TrunkView[]> {
    const ids = trunks.map(({ id }) => id);
    const live = new Date(this.clock.nowMs() - DEAD_AFTER_MS);
    const overSip = trunks.filter(({ kind }) => kind === 'sip').map(({ id }) => id);
    const [standings, use, quality] = await Promise.all([
      this.processes.standings(ids, live),
      this.trunks.uses(ids),
      this.lines.ofTrunks(overSip),
    ]);
    return trunks.map((trunk) =>
      trunkView(
        trunk,
        standings.filter(({ trunkId }) => trunkId === trunk.id),
        use(trunk.id),
        trunk.kind === 'sip' ? quality(trunk.id) : null,
      ),
    );
  }
}

export function noTrunk(id: string): SetupError {
  return new SetupError(`There is no trunk ${id}: trunk list shows them.`);
}

/** @throws SetupError for the trunk of a trial phone, which the console alone changes */
export function requireNoTrial({ name, trialOf }: TrunkState): void {
  if (trialOf === null) return;
  throw new SetupError(
    `The trunk ${name} is the trial phone of the account ${trialOf}: its page Phone numbers in the console changes it.`,
  );
}

function nameInUse(name: string): SetupError {
  return new SetupError(`There is a trunk named ${JSON.stringify(name)} already (case does not matter).`);
}

function listNames(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}${names.length > 1 ? 's' : ''} ${names.join(', ')}`];
}

/** The option's reader does not know the numbering plan. */
function requireCountry({ options }: TrunkChange): void {
  const { country } = options;
  if (typeof country !== 'string' || isCallableCountry(country) || isCallingCode(country)) return;
  throw new OptionConflictError(
    `--country ${JSON.stringify(country)} must be a country such as IN, or its calling code such as 91.`,
  );
}
