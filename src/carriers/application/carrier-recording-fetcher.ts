import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { Turn } from '../../shared-kernel/talk';
import { describeError } from '../../platform/logging';
import { Recordings } from '../../platform/storage/recordings';
import { Sweeps } from '../../platform/sweeps';
import { RecordingConverter, Transcriber } from '../../speech';
import { type PendingRecording, maxRecordingMs, type RecordedPart } from '../domain/pending-recording';
import { CloudFailure } from '../infrastructure/cloud/cloud-http-client';
import { PendingRecordingRepository } from '../infrastructure/recordings/pending-recording.repository';
import { DEAD_AFTER_MS } from '../../trunks';
import { DownloadFailure, RecordingDownload } from '../infrastructure/recordings/recording-download';
import type { CarrierEventBody } from '../infrastructure/shared/leg-store';
import { callOf } from '../infrastructure/recordings/recording-spool';
import { CarrierEventRouter } from './carrier-event-router';
import { CloudTrunks } from './cloud-trunks';
import { MediaProcessId } from './media-process-id';

const LOOK_INTERVAL_MS = 1_000;
/** Concurrent downloads of a process, and of one trunk: a slow carrier delays no other trunk. */
const MAX_DOWNLOADS = 8;
const MAX_OF_A_TRUNK = 2;
/** After a failure that is not the carrier's: a disk or a database that is away. */
const AGAIN_MS = 60_000;

/** Shorter than the wait of the call's analysis for the transcription. */
const TRANSCRIPTION_MS = 55_000;

/** The stored length and the transcript of a part; or why there is no recording yet. */
type Found = { readonly ms: number; readonly turns?: readonly Turn[] | null } | { readonly problem: string };

/**
 * Fetches the recordings that carriers made. Each is one row, looked at by one media process at a time; a process that
 * dies leaves it to another.
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
    private readonly trunks: CloudTrunks,
    private readonly download: RecordingDownload,
    private readonly converter: RecordingConverter,
    private readonly transcriber: Transcriber,
    private readonly recordings: Recordings,
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
    const trunks = [...this.#running.values()].map(({ trunkId }) => trunkId);
    const claimed = await this.rows.claim({
      processId: this.self.id,
      now,
      deadBefore: new Date(now.getTime() - DEAD_AFTER_MS),
      most: room,
      running: [...this.#running.keys()],
      busyTrunks: trunks.filter((id) => trunks.filter((other) => other === id).length >= MAX_OF_A_TRUNK),
    });
    for (const one of claimed) this.#begin(one);
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ over }) => over));
  }

  /** What is being fetched is left to another process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.idle();
  }

  #begin(recording: PendingRecording): void {
    const { reference, trunkId } = recording;
    const over = this.#fetch(recording)
      // The database is away, or the disk is full.
      .catch(async (error: unknown) => {
        this.#logger.warn(`recording of ${reference}: ${JSON.stringify(describeError(error))}`);
        await this.rows.postpone(reference, new Date(this.clock.nowMs() + AGAIN_MS));
      })
      // The row stays claimed by this process, so its next run retries.
      .catch(() => undefined)
      .finally(() => this.#running.delete(reference));
    this.#running.set(reference, { trunkId, over });
  }

  async #fetch(recording: PendingRecording): Promise<void> {
    const { reference, carrier } = recording;
    const found = await this.#find(recording);
    if ('problem' in found) {
      if (this.#stop.signal.aborted) return this.rows.postpone(reference, this.clock.now());
      if (await this.rows.release(reference)) return;
      this.#logger.warn(`recording of ${reference}: given up, ${found.problem}`);
    }
    const at = this.clock.now();
    const emit = (fact: CarrierEventBody) => this.events.accept(carrier, { reference, at, ...fact });
    if ('ms' in found) await emit({ type: 'recording_stored', ms: found.ms });
    else await emit({ type: 'recording_unavailable' });
    if ('turns' in found) await emit({ type: 'transcription', turns: found.turns ?? null });
    await this.rows.remove(reference);
  }

  /** Stores it, if the carrier has it. @throws when disk, store or database fail */
  async #find(recording: PendingRecording): Promise<Found> {
    const { trunkId, carrierId, reference } = recording;
    const found = await this.trunks.use(trunkId, async (trunk): Promise<Found> => {
      try {
        const address = await trunk.rest.recordingUrl(carrierId);
        if (address === null) return { problem: 'the carrier has none' };
        return await this.recordings.drafting(callOf(reference), async (path) => {
          await this.download.to(path, address, trunk.host, this.#stop.signal);
          return this.#store(recording, path);
        });
      } catch (error) {
        if (error instanceof DownloadFailure) return { problem: error.message };
        if (error instanceof CloudFailure)
          return { problem: `the carrier answered ${error.response ?? 'nothing'}` };
        throw error;
      }
    });
    return found ?? { problem: 'its trunk is gone, or its secrets cannot be decrypted' };
  }

  async #store(recording: PendingRecording, from: string): Promise<Found> {
    const callId = callOf(recording.reference);
    const maxMs = maxRecordingMs(recording);
    const { part } = recording;
    if (part) return this.#storePart(callId, part, { from, maxMs, talkMs: recording.talkMs });
    return this.recordings.drafting(callId, async (to) => {
      const made = await this.converter.convert({ from, to, maxMs: maxMs, within: null });
      if ('ms' in made) await this.recordings.add(callId, to);
      return made;
    });
  }

  /** Adds the part to our own recording, and transcribes it if that is wanted. Idempotent. */
  async #storePart(
    callId: string,
    { fromMs, words }: RecordedPart,
    { talkMs, ...order }: { readonly from: string; readonly maxMs: number; readonly talkMs: number },
  ): Promise<Found> {
    const [isStored] = await this.recordings.storedIds([callId]);
    if (isStored === undefined) return { problem: 'the recording that it is a part of is not stored' };
    return this.recordings.withFile(callId, (path) =>
      this.recordings.drafting(callId, async (to) => {
        const made = await this.converter.convert({
          ...order,
          to,
          within: { path, fromMs, untilMs: fromMs + talkMs },
        });
        if ('problem' in made) return made;
        await this.recordings.replace(callId, to);
        if (!words) return made;
        const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TRANSCRIPTION_MS)]);
        const turns = await this.transcriber.talk(to, { ...words, fromMs, signal }).catch(() => null);
        return { ...made, turns };
      }),
    );
  }
}
