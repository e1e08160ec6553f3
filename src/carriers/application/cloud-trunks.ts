import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { CLOUD_ADAPTERS } from '../infrastructure/cloud/adapters';
import { CloudGateway } from '../infrastructure/cloud/gateway/cloud-gateway';
import { CloudTrunk } from '../infrastructure/cloud/cloud-trunk';
import { storedCloudSettings } from '../infrastructure/cloud/stored-cloud-settings';
import { CarrierQuotaRepository, TrunkRepository, TrunkSecrets } from '../../trunks';

/** Opens cloud trunks for requests after the end of calls, disabled trunks included. */
@Injectable()
export class CloudTrunks {
  constructor(
    private readonly gateway: CloudGateway,
    private readonly trunks: TrunkRepository,
    private readonly secrets: TrunkSecrets,
    private readonly quotas: CarrierQuotaRepository,
    private readonly clock: Clock,
  ) {}

  /** null for an unknown trunk, or secrets that cannot be decrypted. */
  async use<T>(id: string, request: (trunk: CloudTrunk) => Promise<T>): Promise<T | null> {
    const open = this.gateway.trunk(id);
    if (open) return request(open);
    const opened = await this.#open(id);
    if (!opened) return null;
    try {
      return await request(opened);
    } finally {
      opened.close();
    }
  }

  async #open(id: string): Promise<CloudTrunk | null> {
    const [trunk] = await this.trunks.find([id]);
    if (!trunk || trunk.kind === 'sip') return null;
    const settings = readable(() => storedCloudSettings(trunk, (option) => this.secrets.open(trunk, option)));
    if (!settings) return null;
    // No callback arrives at this trunk, so its token is not needed.
    const stored = { id, name: trunk.name, settings, inboundToken: '' };
    return new CloudTrunk(
      stored,
      CLOUD_ADAPTERS[trunk.kind],
      () => this.clock.nowMs(),
      (trunkId, most) => this.quotas.acquire(trunkId, most),
    );
  }
}

function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
