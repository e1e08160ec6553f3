import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Agents } from '../../agents';
import { TalkRecorder } from '../../speech';
import { type RecordingLink, RecordingLinks } from '../../platform/storage/recording-links';
import { Recordings, type RecordingSource } from '../../platform/storage/recordings';
import type { CallState } from '../domain/call-state';
import type { Talk } from '../domain/outcome';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';

/**
 * Recordings of AI calls. Of a real call it was made while they talked; of a simulated one it is synthesized from the
 * transcript on first request, so every call with talk has one.
 */
@Injectable()
export class CallRecordings implements RecordingSource, OnModuleInit {
  constructor(
    private readonly recordings: Recordings,
    private readonly links: RecordingLinks,
    private readonly calls: CallRepository,
    private readonly talks: TalkRepository,
    private readonly agents: Agents,
    private readonly recorder: TalkRecorder,
  ) {}

  onModuleInit(): void {
    this.recordings.register('call_', this);
  }

  /**
   * A fresh link, if the call connected and has ended, and there is something to listen to: of a real call what was
   * stored, of a simulated one its words, if `talk` is given.
   */
  linkTo({ id, status, recording }: CallState, talk?: Talk): RecordingLink | undefined {
    const exists = recording === null ? talk?.turns.length !== 0 : recording === 'stored';
    return status === 'completed' && exists ? this.links.to(id) : undefined;
  }

  /** Removes recordings. Must run before the transcripts are removed. */
  async forget(callIds: readonly string[]): Promise<void> {
    await this.recordings.forget(callIds);
  }

  async has(id: string): Promise<boolean> {
    const recording = (await this.calls.read([id]))[0]?.state.recording ?? null;
    if (recording !== null) return recording === 'stored';
    return ((await this.talks.find([id])).get(id)?.turns ?? []).length > 0;
  }

  async make(id: string, path: string): Promise<boolean> {
    const call = (await this.calls.read([id]))[0]?.state;
    // A real call has its own recording or none; it is never synthesized.
    if (call?.status !== 'completed' || call.recording !== null) return false;
    const turns = (await this.talks.find([id])).get(id)?.turns ?? [];
    if (turns.length === 0) return false;
    const language = call.agentVersion
      ? (await this.agents.version(call.agentId, call.agentVersion)).language
      : null;
    await this.recorder.record({ turns, lengthMs: lengthOf(call, turns.at(-1)?.endMs ?? 0), language }, path);
    return true;
  }
}

/** `duration_seconds` is rounded down, so the last turn may end in the second after it. */
function lengthOf({ durationSeconds }: CallState, lastSpeechMs: number): number {
  const wholeMs = (durationSeconds ?? 0) * 1_000;
  return Math.min(Math.max(wholeMs, Math.ceil(lastSpeechMs)), wholeMs + 999);
}
