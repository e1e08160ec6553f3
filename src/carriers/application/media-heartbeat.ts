import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { SpeechEngines } from '../../speech';
import { MediaProcessRepository } from '../../trunks';
import { CarrierNetworks } from './carrier-services';
import { liveOrigin } from './live-origin';
import { MediaCapacity } from './media-capacity';
import { MediaProcessId } from './media-process-id';

/** Heartbeat rows of dead processes are deleted after this time. Their recordings are recovered long before. */
const RETENTION_MS = 3_600_000;

/** Stores that this process is alive, its addresses and its engines. */
@Injectable()
export class MediaHeartbeat {
  #startedAt: Date | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly identity: MediaProcessId,
    private readonly clock: Clock,
    private readonly processes: MediaProcessRepository,
    private readonly networks: CarrierNetworks,
    private readonly speech: SpeechEngines,
    private readonly capacity: MediaCapacity,
  ) {}

  async beat(): Promise<void> {
    const heartbeatAt = this.clock.now();
    const startedAt = (this.#startedAt ??= heartbeatAt);
    const { sip, mediaPublicUrl } = this.config.telephony;
    const { stack, gateway } = this.networks;
    const process = {
      id: this.identity.id,
      startedAt,
      heartbeatAt,
      sipAddress: stack.address ?? `${sip.host}:${sip.port}`,
      origin: mediaPublicUrl ?? this.config.publicUrl,
      ...this.speech.abilities,
      isFull: this.capacity.isFull,
      liveOrigin: this.capacity.hostsLive ? liveOrigin(this.config, gateway.port) : null,
      maxCalls: this.capacity.max,
      calls: this.capacity.calls,
    };
    await this.processes.heartbeat(process, new Date(heartbeatAt.getTime() - RETENTION_MS));
  }
}
