import type { OnModuleInit } from '@nestjs/common';
import type { RecordingLink, RecordingLinks } from '../../platform/storage/recording-links';
import type { Recordings, RecordingSource } from '../../platform/storage/recordings';
import type { CommonCallState } from '../../shared-kernel/call-state';
import type { Turn } from '../../shared-kernel/talk';

type RecordedCall = Pick<CommonCallState, 'id' | 'recording'> & { readonly status: string };

interface RecordedTalk {
  readonly turns: readonly Turn[];
}

interface Sources<Call, Talk> {
  readonly calls: { read(ids: readonly string[]): Promise<readonly { readonly state: Call }[]> };
  readonly talks: { find(ids: readonly string[]): Promise<ReadonlyMap<string, Talk>> };
}

export interface SynthesisTerms {
  readonly seconds: number;
  readonly language: string | null;
}

interface Recorder {
  record(
    talk: { turns: readonly Turn[]; lengthMs: number; language: string | null },
    path: string,
  ): Promise<void>;
}

/** Recordings of real calls are made during the talk; those of simulated calls are synthesized on first request. */
export abstract class CallRecordingSource<Call extends RecordedCall, Talk extends RecordedTalk>
  implements RecordingSource, OnModuleInit
{
  /** @param prefix of the ids of its calls */
  constructor(
    private readonly prefix: string,
    private readonly recordings: Recordings,
    private readonly links: RecordingLinks,
    private readonly sources: Sources<Call, Talk>,
    private readonly recorder: Recorder,
  ) {}

  /** null when the talk is not synthesized. */
  protected abstract termsOf(call: Call, talk: Talk): Promise<SynthesisTerms | null>;

  onModuleInit(): void {
    this.recordings.register(this.prefix, this);
  }

  /** A fresh link, valid for 24 hours, if the talk was recorded. */
  linkTo({ id, status, recording }: Call, talk: Talk | undefined): RecordingLink | undefined {
    const exists = recording === null ? hasWords(talk) : recording === 'stored';
    return status === 'completed' && exists ? this.links.to(id) : undefined;
  }

  /** Removes recordings. Must run before the transcripts are removed. */
  async forget(callIds: readonly string[]): Promise<void> {
    await this.recordings.forget(callIds);
  }

  async has(id: string): Promise<boolean> {
    const [call] = await this.sources.calls.read([id]);
    const recording = call?.state.recording ?? null;
    return recording === null ? hasWords(await this.#talk(id)) : recording === 'stored';
  }

  async make(id: string, path: string): Promise<boolean> {
    const [call] = await this.sources.calls.read([id]);
    // A real call has its own recording or none; it is never synthesized.
    if (!call || call.state.recording !== null) return false;
    const talk = await this.#talk(id);
    const terms = talk && hasWords(talk) ? await this.termsOf(call.state, talk) : null;
    if (!talk || !terms) return false;
    const wholeMs = terms.seconds * 1_000;
    const lastSpeechMs = Math.ceil(talk.turns.at(-1)?.endMs ?? 0);
    // The length is rounded down to whole seconds, so the last turn may end in the second after it.
    const lengthMs = Math.min(Math.max(wholeMs, lastSpeechMs), wholeMs + 999);
    await this.recorder.record({ turns: talk.turns, lengthMs, language: terms.language }, path);
    return true;
  }

  async #talk(id: string): Promise<Talk | undefined> {
    return (await this.sources.talks.find([id])).get(id);
  }
}

function hasWords(talk: RecordedTalk | undefined): boolean {
  return talk !== undefined && talk.turns.length > 0;
}
