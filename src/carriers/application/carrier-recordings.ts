import { Injectable } from '@nestjs/common';
import type { Turn } from '../../shared-kernel/talk';
import { Recordings } from '../../platform/storage/recordings';
import { RecordingConverter, Transcriber } from '../../speech';
import { type PendingRecording, maxRecordingMs, type RecordedPart } from '../domain/pending-recording';
import { CloudFailure } from '../infrastructure/cloud/cloud-http-client';
import { DownloadFailure, RecordingDownload } from '../infrastructure/recordings/recording-download';
import { callOf } from '../infrastructure/recordings/recording-spool';
import { TRANSCRIPTION_TIMEOUT_MS } from '../infrastructure/shared/agent-call';
import { CloudTrunks } from './cloud-trunks';

/** The length of the stored recording, and the transcript of a part; or why there is none yet. */
export type FoundRecording =
  { readonly ms: number; readonly turns?: readonly Turn[] | null } | { readonly problem: string };

/** Downloads recordings from carriers and stores them as ours. */
@Injectable()
export class CarrierRecordings {
  constructor(
    private readonly trunks: CloudTrunks,
    private readonly download: RecordingDownload,
    private readonly converter: RecordingConverter,
    private readonly transcriber: Transcriber,
    private readonly recordings: Recordings,
  ) {}

  /** @throws Error when disk, store or database fail */
  async find(recording: PendingRecording, signal: AbortSignal): Promise<FoundRecording> {
    const { trunkId, carrierCallId, reference } = recording;
    const found = await this.trunks.use(trunkId, async (trunk): Promise<FoundRecording> => {
      try {
        const address = await trunk.rest.recordingUrl(carrierCallId);
        if (address === null) return { problem: 'the carrier has none' };
        return await this.recordings.drafting(callOf(reference), async (path) => {
          await this.download.to(path, address, trunk.host, signal);
          return this.#store(recording, path, signal);
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

  async #store(recording: PendingRecording, from: string, signal: AbortSignal): Promise<FoundRecording> {
    const callId = callOf(recording.reference);
    const maxMs = maxRecordingMs(recording);
    const { part } = recording;
    if (part) return this.#storePart(callId, part, { from, maxMs, talkMs: recording.talkMs, signal });
    return this.recordings.drafting(callId, async (to) => {
      const made = await this.converter.convert({ from, to, maxMs: maxMs, within: null });
      if ('ms' in made) await this.recordings.add(callId, to);
      return made;
    });
  }

  /** Idempotent. */
  async #storePart(
    callId: string,
    { fromMs, words }: RecordedPart,
    {
      talkMs,
      signal,
      ...order
    }: {
      readonly from: string;
      readonly maxMs: number;
      readonly talkMs: number;
      readonly signal: AbortSignal;
    },
  ): Promise<FoundRecording> {
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
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(TRANSCRIPTION_TIMEOUT_MS)]);
        const turns = await this.transcriber.talk(to, { ...words, fromMs, signal: inTime }).catch(() => null);
        return { ...made, turns };
      }),
    );
  }
}
