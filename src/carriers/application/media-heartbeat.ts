import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { SpeechEngines } from '../../speech';
import { MediaProcessRepository, type MediaProcessRow } from '../../trunks';
import { CarrierNetworks } from './carrier-services';
import { liveOrigin } from './live-origin';
import { MediaCapacity } from './media-capacity';
import { MediaProcessId } from './media-process-id';
import { HOUR_MS } from '../../platform/kernel/time/durations';

/** Heartbeat rows of dead processes are deleted after this time. Their recordings are recovered long before. */
const RETENTION_MS = HOUR_MS;

/** A change of these fields is stored at once, not with the next heartbeat. */
type State = Pick<MediaProcessRow, 'sipAddress' | 'isFull' | 'liveOrigin'>;

/** Stores that this process is alive, its addresses and its engines. */
@Injectable()
export class MediaHeartbeat {
  #startedAt: Date | null = null;
  #stored: State | null = null;

  constructor(
    private readonly config: Config,
    private readonly identity: MediaProcessId,
    private readonly clock: Clock,
    private readonly processes: MediaProcessRepository,
    private readonly networks: CarrierNetworks,
    private readonly speech: SpeechEngines,
    private readonly capacity: MediaCapacity,
  ) {}

  /** On the embedded database this process is alone: any stored process is dead. */
  async start(): Promise<void> {
    if (this.config.databaseUrl === null) await this.processes.deregisterAll();
    await this.beat();
  }

  async beat(): Promise<void> {
    const heartbeatAt = this.clock.now();
    const startedAt = (this.#startedAt ??= heartbeatAt);
    const { mediaPublicUrl } = this.config.telephony;
    const state = this.#state;
    const process = {
      id: this.identity.id,
      startedAt,
      heartbeatAt,
      ...state,
      origin: mediaPublicUrl ?? this.config.publicUrl,
      ...this.speech.abilities,
      maxCalls: this.capacity.max,
      calls: this.capacity.calls,
    };
    await this.processes.heartbeat(process, new Date(heartbeatAt.getTime() - RETENTION_MS));
    this.#stored = state;
  }

  /** SIP or MEDIA_PORT opened, or the capacity ended or came back. The first beat is of the start. */
  async beatIfChanged(): Promise<void> {
    if (this.#stored !== null && !isDeepStrictEqual(this.#state, this.#stored)) await this.beat();
  }

  get #state(): State {
    const { sip } = this.config.telephony;
    return {
      sipAddress: this.networks.stack.address ?? `${sip.host}:${sip.port}`,
      isFull: this.capacity.isFull,
      liveOrigin: this.capacity.hostsLive ? liveOrigin(this.config, this.networks.gateway.port) : null,
    };
  }
}
