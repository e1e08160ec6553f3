import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { CarrierNetworks, MediaProcessId } from '../../carriers';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Sweeps } from '../../platform/sweeps';
import { DEAD_AFTER_MS, MediaProcessRepository, TrunkRepository } from '../../trunks';
import { LiveHost } from './live-host';
import { RelayTokens } from './relay-tokens';

const LOOK_INTERVAL_MS = 2_000;
const PATH = /^\/live\/(?:voice-tests|calls|human-calls)\/([a-z]+_[0-9a-z]{1,40})$/;

@Injectable()
export class RelayNeeds {
  constructor(
    private readonly self: MediaProcessId,
    private readonly processes: MediaProcessRepository,
    private readonly trunks: TrunkRepository,
  ) {}

  /** An enabled trunk, or another live media process. */
  async isNeeded(after: Date): Promise<boolean> {
    if ((await this.processes.others(this.self.id, after)) > 0) return true;
    return (await this.trunks.list()).some(({ enabled }) => enabled);
  }
}

/** Serves pages that other processes relay to MEDIA_PORT, which it opens when one may need it. */
@Injectable()
export class RelayServer implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly networks: CarrierNetworks,
    private readonly needs: RelayNeeds,
    private readonly host: LiveHost,
    private readonly tokens: RelayTokens,
  ) {}

  onModuleInit(): void {
    this.networks.gateway.onLive(async (path, token) => {
      const [, id] = PATH.exec(path) ?? [];
      const pass = id === undefined ? null : this.tokens.redeem(token);
      if (!pass || pass.id !== id) return null;
      return this.host.admit(pass.subjectKind, pass);
    });
    this.sweeps.every(LOOK_INTERVAL_MS, 'the port of live audio', () => this.#open());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#open().catch(() => undefined);
  }

  async #open(): Promise<void> {
    const { gateway } = this.networks;
    if (gateway.port !== null || this.host.isDraining) return;
    const isNeeded =
      this.config.role === 'media' ||
      (await this.needs.isNeeded(new Date(this.clock.nowMs() - DEAD_AFTER_MS)));
    if (isNeeded) await gateway.openForLive();
  }
}
