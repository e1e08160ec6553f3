import { WorkerHost } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';

export abstract class TurnProcessor extends WorkerHost implements OnModuleDestroy {
  /** Pauses the queue on shutdown, so that other processes run the turns. Not awaited: the drain waits for running turns. */
  onModuleDestroy(): void {
    void this.worker.pause(true);
  }
}
