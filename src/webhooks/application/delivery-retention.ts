import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';
import { DeliveryRepository } from '../infrastructure/delivery.repository';

const DAY_MS = 86_400_000;
const AT_ONCE = 5_000;

/** Forgets attempts that are older than RETENTION_DAYS, in pieces. Off unless it is set. */
@Injectable()
export class DeliveryRetention {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly deliveries: DeliveryRepository,
  ) {}

  async run(): Promise<void> {
    if (this.config.retentionDays === null) return;
    await this.deliveries.forget(new Date(this.clock.nowMs() - this.config.retentionDays * DAY_MS), AT_ONCE);
  }
}
