import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { MediaProcessRepository } from '../infrastructure/media-process.repository';

/** Two heartbeats: less than a lease, so that the calls of a dead process end with their leases. */
const SILENT_AFTER_MS = 12_000;

/** Whether real calls have somebody who looks after them. */
@Injectable()
export class LiveMedia {
  constructor(
    private readonly clock: Clock,
    private readonly processes: MediaProcessRepository,
  ) {}

  async isThere(): Promise<boolean> {
    return (await this.processes.room(new Date(this.clock.nowMs() - SILENT_AFTER_MS))).isAnyLive;
  }
}
