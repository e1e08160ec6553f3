import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TalkRecorder } from '../../speech';
import { type RecordingLink, RecordingLinks } from '../../platform/storage/recording-links';
import { Recordings, type RecordingSource } from '../../platform/storage/recordings';
import type { HumanTalk } from '../domain/human-analysis';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';

/**
 * Recordings of human calls. Of a real call it was made while they talked; of a simulated one it is synthesized on first
 * request from the transcript that the simulated network provides.
 */
@Injectable()
export class HumanCallRecordings implements RecordingSource, OnModuleInit {
  constructor(
    private readonly recordings: Recordings,
    private readonly links: RecordingLinks,
    private readonly calls: HumanCallRepository,
    private readonly talks: HumanTalkRepository,
    private readonly recorder: TalkRecorder,
  ) {}

  onModuleInit(): void {
    this.recordings.register('hcall_', this);
  }

  /** A fresh link, valid for 24 hours, if the talk was recorded: a real one is stored. */
  linkTo({ id, status, recording }: HumanCallState, talk: HumanTalk | undefined): RecordingLink | undefined {
    const exists = recording === null ? hasTranscript(talk) : recording === 'stored';
    return status === 'completed' && exists ? this.links.to(id) : undefined;
  }

  /** Removes recordings. Must run before the transcripts are removed. */
  async forget(callIds: readonly string[]): Promise<void> {
    await this.recordings.forget(callIds);
  }

  async has(id: string): Promise<boolean> {
    const recording = await this.#recordingOf(id);
    return recording === null ? hasTranscript((await this.talks.find([id])).get(id)) : recording === 'stored';
  }

  async make(id: string, path: string): Promise<boolean> {
    // A real call has its own recording or none; it is never synthesized.
    if ((await this.#recordingOf(id)) !== null) return false;
    const talk = (await this.talks.find([id])).get(id);
    if (!hasTranscript(talk)) return false;
    const lastSpeechMs = Math.ceil(talk.turns.at(-1)?.endMs ?? 0);
    const wholeMs = talk.recordedSeconds * 1_000;
    // The length is rounded down to whole seconds, so the last turn may end in the second after it.
    const lengthMs = Math.min(Math.max(wholeMs, lastSpeechMs), wholeMs + 999);
    await this.recorder.record({ turns: talk.turns, lengthMs, language: null }, path);
    return true;
  }

  async #recordingOf(id: string): Promise<HumanCallState['recording']> {
    return (await this.calls.read([id]))[0]?.state.recording ?? null;
  }
}

/** A call without a transcript has no recording. */
function hasTranscript(talk: HumanTalk | undefined): talk is HumanTalk {
  return talk !== undefined && talk.turns.length > 0;
}
