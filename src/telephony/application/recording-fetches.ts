import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { describeError } from '../../platform/logging';
import { Recordings } from '../../platform/storage/recordings';
import { Sweeps } from '../../platform/sweeps';
import { RecordingConverter } from '../../speech';
import { type AwaitedRecording, longestOf } from '../domain/late-recording';
import { CloudFailure } from '../infrastructure/cloud/cloud-api';
import { LateRecordingRepository } from '../infrastructure/late-recording.repository';
import { DEAD_AFTER_MS } from '../infrastructure/media-process.repository';
import { DownloadFailure, RecordingDownload } from '../infrastructure/recordings/recording-download';
import { callOf } from '../infrastructure/voice/live-recordings';
import { CarrierFacts } from './carrier-facts';
import { CloudTrunks } from './cloud-trunks';
import { MediaIdentity } from './media-identity';

const LOOK_INTERVAL_MS = 1_000;
/** At once in a process; of one trunk fewer, so that a carrier which trickles holds up nobody else's. */
const MOST = 8;
const MOST_OF_A_TRUNK = 2;
/** After a failure that is not the carrier's: a disk or a database that is away. */
const AGAIN_MS = 60_000;

/** What came of a look: the length of what is stored now, or why there is nothing yet. */
type Found = { readonly ms: number } | { readonly problem: string };

/**
 * Fetches the recordings that carriers made. Each is one row, looked at by one media process at a time; a process that
 * dies leaves it to another.
 */
@Injectable()
export class RecordingFetches implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger(RecordingFetches.name);
  readonly #running = new Map<string, { readonly trunkId: string; readonly over: Promise<void> }>();
  readonly #stop = new AbortController();

  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly rows: LateRecordingRepository,
    private readonly trunks: CloudTrunks,
    private readonly download: RecordingDownload,
    private readonly converter: RecordingConverter,
    private readonly recordings: Recordings,
    private readonly facts: CarrierFacts,
    private readonly self: MediaIdentity,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(LOOK_INTERVAL_MS, 'late recordings', () => this.run());
  }

  /** Begins with those that are due. */
  async run(): Promise<void> {
    const room = MOST - this.#running.size;
    if (room <= 0 || this.#stop.signal.aborted) return;
    const now = this.clock.now();
    const trunks = [...this.#running.values()].map(({ trunkId }) => trunkId);
    const claimed = await this.rows.claim({
      processId: this.self.id,
      now,
      deadBefore: new Date(now.getTime() - DEAD_AFTER_MS),
      most: room,
      running: [...this.#running.keys()],
      busyTrunks: trunks.filter((id) => trunks.filter((other) => other === id).length >= MOST_OF_A_TRUNK),
    });
    for (const one of claimed) this.#begin(one);
  }

  /** Resolves when nothing is being fetched. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ over }) => over));
  }

  /** What is being fetched is left to another process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.idle();
  }

  #begin(recording: AwaitedRecording): void {
    const { reference, trunkId } = recording;
    const over = this.#fetch(recording)
      // The database is away, or the disk is full.
      .catch(async (error: unknown) => {
        this.#logger.warn(`recording of ${reference}: ${JSON.stringify(describeError(error))}`);
        await this.rows.postpone(reference, new Date(this.clock.nowMs() + AGAIN_MS));
      })
      // It stays this process's, which finds it again.
      .catch(() => undefined)
      .finally(() => this.#running.delete(reference));
    this.#running.set(reference, { trunkId, over });
  }

  async #fetch(recording: AwaitedRecording): Promise<void> {
    const { reference, carrier } = recording;
    const found = await this.#find(recording);
    if ('problem' in found) {
      if (this.#stop.signal.aborted) return this.rows.postpone(reference, this.clock.now());
      if (await this.rows.release(reference)) return;
      this.#logger.warn(`recording of ${reference}: given up, ${found.problem}`);
    }
    const at = this.clock.now();
    await this.facts.take(
      carrier,
      'ms' in found
        ? { reference, at, type: 'recorded', ms: found.ms }
        : { reference, at, type: 'recording_lost' },
    );
    await this.rows.remove(reference);
  }

  /** Stores it, if the carrier has it. @throws when disk, store or database fail */
  async #find(recording: AwaitedRecording): Promise<Found> {
    const { trunkId, carrierId, reference } = recording;
    const found = await this.trunks.use(trunkId, async (trunk): Promise<Found> => {
      try {
        const address = await trunk.rest.recording(carrierId);
        if (address === null) return { problem: 'the carrier has none' };
        return await this.recordings.drafting(callOf(reference), async (path) => {
          await this.download.to(path, address, trunk.host, this.#stop.signal);
          return this.#store(recording, path);
        });
      } catch (error) {
        if (error instanceof DownloadFailure) return { problem: error.message };
        if (error instanceof CloudFailure)
          return { problem: `the carrier answered ${error.said ?? 'nothing'}` };
        throw error;
      }
    });
    return found ?? { problem: 'its trunk is gone, or its secrets cannot be decrypted' };
  }

  async #store(recording: AwaitedRecording, from: string): Promise<Found> {
    const callId = callOf(recording.reference);
    return this.recordings.drafting(callId, async (to) => {
      const made = await this.converter.convert({ from, to, mostMs: longestOf(recording) });
      if ('ms' in made) await this.recordings.add(callId, to);
      return made;
    });
  }
}
