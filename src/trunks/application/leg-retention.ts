import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Retention } from '../../platform/retention';
import { LegRepository } from '../infrastructure/leg.repository';
import { TraceRepository } from '../infrastructure/trace.repository';

/** Removes traces older than TRACE_DAYS, and with RETENTION_DAYS the numbers of old legs; the legs stay. */
@Injectable()
export class LegRetention {
  constructor(
    private readonly config: Config,
    private readonly retention: Retention,
    private readonly legs: LegRepository,
    private readonly traces: TraceRepository,
  ) {}

  async run(): Promise<void> {
    const { traceDays } = this.config.telephony;
    await this.retention.after(traceDays, (before, limit) => this.traces.forget(before, limit));
    await this.retention.run((before, limit) => this.traces.forget(before, limit));
    await this.retention.run((before, limit) => this.legs.eraseOldNumbers(before, limit));
  }
}
