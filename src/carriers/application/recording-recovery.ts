import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Sweeps } from '../../platform/sweeps';
import { LegRepository, DEAD_AFTER_MS, MediaProcessRepository } from '../../trunks';
import {
  callOf,
  RecordingSpool,
  type RecoveredRecording,
} from '../infrastructure/recordings/recording-spool';
import { CarrierEventRouter } from './carrier-event-router';
import { MediaProcessId } from './media-process-id';

const LOOK_INTERVAL_MS = 5_000;

/** Stores the recordings of dead processes, and reports stored ones to their calls. */
@Injectable()
export class RecordingRecovery implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly processes: MediaProcessRepository,
    private readonly recordings: RecordingSpool,
    private readonly events: CarrierEventRouter,
    private readonly legs: LegRepository,
    private readonly self: MediaProcessId,
  ) {}

  onModuleInit(): void {
    this.sweeps.recoverEvery(LOOK_INTERVAL_MS, 'recordings of dead processes', () => this.run());
  }

  /** Idempotent: two processes may run it at once. */
  async run(): Promise<void> {
    await this.recordings.retry((recovered) => this.#report(recovered));
    const live = new Date(this.clock.nowMs() - DEAD_AFTER_MS);
    for (const process of await this.recordings.processes()) {
      if (process === this.self.id || (await this.processes.isLive(process, live))) continue;
      let isEmpty = true;
      for await (const recovered of this.recordings.findLeft(process)) {
        const { reference, file } = recovered;
        const stored = await this.recordings.store(reference, file);
        if (stored) {
          await this.#report(recovered);
          await this.recordings.acknowledge(reference, file);
        } else isEmpty = false;
      }
      if (isEmpty) await this.recordings.forget(process);
    }
  }

  async #report({ reference, file }: RecoveredRecording): Promise<void> {
    const carrier = await this.legs.carrierOf(callOf(reference));
    // Without the trunk there is no carrier to report to.
    if (carrier === null) return;
    await this.events.accept(carrier, {
      reference,
      at: this.clock.now(),
      type: 'recording_stored',
      ms: file.lengthMs,
    });
  }
}
