import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TalkRecorder } from '../../speech';
import { type RecordingLink, RecordingLinks } from '../../platform/storage/recording-links';
import { Recordings, type RecordingSource } from '../../platform/storage/recordings';
import type { HumanTalk } from '../domain/human-analysis';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';

/** Recordings of human calls, synthesized on first request from the words that the simulated network provides. */
@Injectable()
export class HumanCallRecordings implements RecordingSource, OnModuleInit {
  constructor(
    private readonly recordings: Recordings,
    private readonly links: RecordingLinks,
    private readonly talks: HumanTalkRepository,
    private readonly recorder: TalkRecorder,
  ) {}

  onModuleInit(): void {
    this.recordings.offer('hcall_', this);
  }

  /** A fresh link, valid for 24 hours, if the talk was recorded. */
  linkTo(callId: string, talk: HumanTalk | undefined): RecordingLink | undefined {
    return hasWords(talk) ? this.links.to(callId) : undefined;
  }

  /** Removes recordings. Must run before the transcripts are removed. */
  async forget(callIds: readonly string[]): Promise<void> {
    await this.recordings.forget(callIds);
  }

  async has(id: string): Promise<boolean> {
    return hasWords((await this.talks.find([id])).get(id));
  }

  async make(id: string, path: string): Promise<boolean> {
    const talk = (await this.talks.find([id])).get(id);
    if (!hasWords(talk)) return false;
    const lastWordMs = Math.ceil(talk.turns.at(-1)?.endMs ?? 0);
    const wholeMs = talk.recordedSeconds * 1_000;
    // The length is rounded down to whole seconds, so the last words may lie in the second after it.
    const lengthMs = Math.min(Math.max(wholeMs, lastWordMs), wholeMs + 999);
    await this.recorder.record({ turns: talk.turns, lengthMs, language: null }, path);
    return true;
  }
}

/** A call without words, or whose transcript was removed, has no recording. */
function hasWords(talk: HumanTalk | undefined): talk is HumanTalk {
  return talk !== undefined && talk.turns.length > 0;
}
