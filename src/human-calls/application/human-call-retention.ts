import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';

const DAY_MS = 86_400_000;
const AT_ONCE = 5_000;

/** Forgets transcripts that are older than RETENTION_DAYS, in pieces. Off unless it is set. */
@Injectable()
export class HumanCallRetention {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly talks: HumanTalkRepository,
  ) {}

  async run(): Promise<void> {
    if (this.config.retentionDays === null) return;
    const before = new Date(this.clock.nowMs() - this.config.retentionDays * DAY_MS);
    await this.talks.forgetTurns(before, AT_ONCE);
  }
}
