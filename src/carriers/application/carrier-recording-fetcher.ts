import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { errorText } from '../../platform/logging';
import { Sweeps } from '../../platform/sweeps';
import type { PendingRecording } from '../domain/pending-recording';
import { PendingRecordingRepository } from '../infrastructure/recordings/pending-recording.repository';
import { DEAD_AFTER_MS } from '../../trunks';
import type { CarrierEventBody } from '../infrastructure/shared/leg-store';
import { CarrierEventRouter } from './carrier-event-router';
import { CarrierRecordings } from './carrier-recordings';
import { MediaProcessId } from './media-process-id';

const LOOK_INTERVAL_MS = 1_000;
/** Concurrent downloads of a process, and of one trunk: a slow carrier delays no other trunk. */
const MAX_DOWNLOADS = 8;
const MAX_OF_A_TRUNK = 2;
/** Delay after a failure that is not the carrier's, such as a full disk. */
const AGAIN_MS = 60_000;

/**
 * Fetches the recordings that carriers made. One media process at a time claims a row; rows of a dead process are
 * claimed again.
 */
@Injectable()
export class CarrierRecordingFetcher implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger(CarrierRecordingFetcher.name);
  readonly #running = new Map<string, { readonly trunkId: string; readonly over: Promise<void> }>();
  readonly #stop = new AbortController();

  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly rows: PendingRecordingRepository,
    private readonly recordings: CarrierRecordings,
    private readonly events: CarrierEventRouter,
    private readonly self: MediaProcessId,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(LOOK_INTERVAL_MS, 'late recordings', () => this.run());
  }

  async run(): Promise<void> {
    const room = MAX_DOWNLOADS - this.#running.size;
    if (room <= 0 || this.#stop.signal.aborted) return;
    const now = this.clock.now();
    const claimed = await this.rows.claim({
      processId: this.self.id,
      now,
      deadBefore: new Date(now.getTime() - DEAD_AFTER_MS),
      most: room,
      mostOfTrunk: MAX_OF_A_TRUNK,
      running: [...this.#running].map(([reference, { trunkId }]) => ({ reference, trunkId })),
    });
    for (const one of claimed) this.#begin(one);
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ over }) => over));
  }

  /** Leaves running downloads to another process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.idle();
  }

  #begin(recording: PendingRecording): void {
    const { reference, trunkId } = recording;
    const over = this.#fetch(recording)
      // The database failed, or the disk is full.
      .catch(async (error: unknown) => {
        this.#logger.warn(`recording of ${reference}: ${errorText(error)}`);
        await this.rows.postpone(reference, new Date(this.clock.nowMs() + AGAIN_MS));
      })
      // The row stays claimed by this process, so its next run retries.
      .catch(() => undefined)
      .finally(() => this.#running.delete(reference));
    this.#running.set(reference, { trunkId, over });
  }

  async #fetch(recording: PendingRecording): Promise<void> {
    const { reference, carrier } = recording;
    const found = await this.recordings.find(recording, this.#stop.signal);
    if ('problem' in found) {
      if (this.#stop.signal.aborted) return this.rows.postpone(reference, this.clock.now());
      if (await this.rows.release(reference)) return;
      this.#logger.warn(`recording of ${reference}: given up, ${found.problem}`);
    }
    const at = this.clock.now();
    const emit = (body: CarrierEventBody) => this.events.accept(carrier, { reference, at, ...body });
    if ('ms' in found) await emit({ type: 'recording_stored', ms: found.ms });
    else await emit({ type: 'recording_unavailable' });
    if ('turns' in found) await emit({ type: 'transcription', turns: found.turns ?? null });
    await this.rows.remove(reference);
  }
}
