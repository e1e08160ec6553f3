import { Injectable } from '@nestjs/common';
import { SpeechEngines } from '../../speech';
import {
  DEAD_AFTER_MS,
  MediaProcessRepository,
  type TrunkHealthStatus,
  TrunkRepository,
  TrunkSecrets,
  type TrunkState as StoredTrunk,
} from '../../trunks';
import { CLOUD_ADAPTERS } from '../infrastructure/cloud/adapters';
import { CloudGateway } from '../infrastructure/cloud/gateway/cloud-gateway';
import { storedCloudSettings } from '../infrastructure/cloud/stored-cloud-settings';
import { SipStack, type StoredSipTrunk } from '../infrastructure/sip/sip-stack';
import { storedSipSettings } from '../infrastructure/sip/stored-sip-settings';
import { MediaProcessId } from './media-process-id';

const OPENING: TrunkHealthStatus = { state: 'down', reason: 'it is being opened' };
const NO_KEY = 'its secrets cannot be decrypted: SECRET_KEY is not the key that encrypted them';

type CloudTrunks = Parameters<CloudGateway['sync']>[0];

/** Trunks as they are stored, with their settings read. */
interface StoredTrunks {
  readonly revision: string;
  readonly hasAny: boolean;
  readonly enabled: readonly StoredTrunk[];
  readonly sip: readonly Omit<StoredSipTrunk, 'registers'>[];
  readonly cloud: CloudTrunks;
  readonly disabledCloud: CloudTrunks;
}

/** Opens the stored trunks in this process, and registers with their providers. */
@Injectable()
export class OpenTrunks {
  #registers: ReadonlySet<string> = new Set();
  #downElsewhere: ReadonlyMap<string, string | null> = new Map();
  #unreadable: ReadonlySet<string> = new Set();
  /** null: none were read yet. */
  #stored: StoredTrunks | null = null;
  #enabled: readonly StoredTrunk[] = [];
  #byId: ReadonlyMap<string, StoredTrunk> = new Map();
  #isDraining = false;
  #hasAny = false;

  constructor(
    private readonly identity: MediaProcessId,
    private readonly processes: MediaProcessRepository,
    private readonly trunks: TrunkRepository,
    private readonly secrets: TrunkSecrets,
    private readonly stack: SipStack,
    private readonly cloud: CloudGateway,
    private readonly speech: SpeechEngines,
  ) {}

  get hasAny(): boolean {
    return this.#hasAny;
  }

  get enabled(): readonly StoredTrunk[] {
    return this.#enabled;
  }

  async sync(now: Date): Promise<void> {
    const { enabled, hasAny, sip, cloud, disabledCloud } = await this.#read();
    this.#hasAny = hasAny;
    if (!hasAny && this.#enabled.length === 0) return;
    await this.#register(enabled, now);
    await this.stack.sync(sip.map((trunk) => ({ ...trunk, registers: this.#registers.has(trunk.id) })));
    await this.cloud.sync(cloud, disabledCloud);
    if (this.#enabled === enabled) return;
    if (enabled.length > 0) this.speech.warm();
    this.#enabled = enabled;
    this.#byId = new Map(enabled.map((trunk) => [trunk.id, trunk]));
  }

  /** Leaves registrations to other processes, and rejects new calls. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    void this.stack.drain();
    await this.processes.release(this.identity.id);
  }

  healthOf(trunkId: string): TrunkHealthStatus {
    const trunk = this.#byId.get(trunkId);
    if (!trunk) return OPENING;
    if (this.#unreadable.has(trunkId)) return { state: 'down', reason: NO_KEY };
    if (trunk.kind !== 'sip') return this.cloud.health(trunkId);
    const isRegisteredElsewhere = trunk.options['register'] === true && !this.#registers.has(trunkId);
    const elsewhere = isRegisteredElsewhere ? this.#downElsewhere.get(trunkId) : undefined;
    return elsewhere === undefined ? this.stack.health(trunkId) : { state: 'down', reason: elsewhere };
  }

  /** Unchanged trunks are not read anew: decrypting a thousand each second costs a twentieth of a core. */
  async #read(): Promise<StoredTrunks> {
    const revision = await this.trunks.revision();
    if (this.#stored?.revision === revision) return this.#stored;
    const all = await this.trunks.list();
    const enabled = all.filter((trunk) => trunk.enabled);
    const sip = this.#readable(enabled, 'sip', (trunk, open) => ({
      settings: storedSipSettings(trunk, open),
    }));
    this.#stored = {
      revision,
      hasAny: all.length > 0,
      enabled,
      sip,
      cloud: this.#cloudTrunks(enabled),
      disabledCloud: this.#cloudTrunks(all.filter((trunk) => !trunk.enabled)),
    };
    return this.#stored;
  }

  async #register(enabled: readonly StoredTrunk[], now: Date): Promise<void> {
    if (this.#isDraining || !enabled.some(({ options }) => options['register'] === true)) {
      this.#registers = new Set();
      return;
    }
    const { id } = this.identity;
    const until = new Date(now.getTime() + DEAD_AFTER_MS);
    this.#registers = new Set(await this.processes.register(id, now, until));
    this.#downElsewhere = await this.processes.findUnregistered(id);
  }

  #cloudTrunks(stored: readonly StoredTrunk[]) {
    return Object.values(CLOUD_ADAPTERS).flatMap(({ kind }) =>
      this.#readable(stored, kind, (trunk, open) => ({
        kind,
        settings: storedCloudSettings(trunk, open),
        inboundToken: trunk.inboundToken ?? '',
      })),
    );
  }

  #readable<T>(
    stored: readonly StoredTrunk[],
    kind: string,
    read: (trunk: StoredTrunk, open: (option: string) => string | null) => T,
  ): (T & { readonly id: string; readonly name: string })[] {
    const unreadable = new Set(this.#unreadable);
    const readable = stored.flatMap((trunk) => {
      const { id, name } = trunk;
      if (trunk.kind !== kind) return [];
      try {
        const settings = read(trunk, (option) => this.secrets.open(trunk, option));
        unreadable.delete(id);
        return [{ id, name, ...settings }];
      } catch {
        unreadable.add(id);
        return [];
      }
    });
    this.#unreadable = unreadable;
    return readable;
  }
}
