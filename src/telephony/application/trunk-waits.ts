import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { DEAD_AFTER_MS, MediaProcessRepository } from '../infrastructure/media-process.repository';

const NO_MEDIA_PROCESS = 'No media process is running.';

/** Why calls over trunks wait, apart from rules, lines and credits. Computed when it is read. */
@Injectable()
export class TrunkWaits {
  constructor(
    private readonly clock: Clock,
    private readonly processes: MediaProcessRepository,
  ) {}

  /** The reason of an account whose carrier uses trunks; null when nothing of telephony holds its calls. */
  async reason(): Promise<string | null> {
    const live = new Date(this.clock.nowMs() - DEAD_AFTER_MS);
    return (await this.processes.isAnyLive(live)) ? null : NO_MEDIA_PROCESS;
  }
}
