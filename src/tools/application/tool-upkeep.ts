import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Retention } from '../../platform/retention';
import { SealedSecrets } from '../../platform/sealed';
import { Sweeps } from '../../platform/sweeps';
import { InvocationRepository } from '../infrastructure/invocation.repository';
import { ToolSecretRenewal } from './tool-secret-renewal';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

const GIVE_UP_INTERVAL_MS = 10_000;
/** After the end of its call, what still runs is unknown. */
const GIVEN_UP_AFTER_MS = 60_000;
const BATCH_SIZE = 500;

/** Gives up uses whose process died, and removes old ones. */
@Injectable()
export class ToolUpkeep implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly retention: Retention,
    private readonly sealed: SealedSecrets,
    private readonly invocations: InvocationRepository,
    private readonly renewal: ToolSecretRenewal,
  ) {}

  onModuleInit(): void {
    this.sealed.register('tools', this.renewal);
    this.sweeps.every(GIVE_UP_INTERVAL_MS, 'uses of tools without an end', () => this.giveUp());
    this.sweeps.every(MINUTE_MS, 'old uses of tools', () =>
      this.retention.run((before, limit) => this.invocations.forget(before, limit)),
    );
  }

  async giveUp(): Promise<void> {
    const before = new Date(this.clock.nowMs() - GIVEN_UP_AFTER_MS);
    while ((await this.invocations.giveUp(before, BATCH_SIZE)) >= BATCH_SIZE);
  }
}
