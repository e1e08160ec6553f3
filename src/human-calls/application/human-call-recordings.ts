import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TalkRecorder } from '../../conversation';
import { type RecordingLink, RecordingLinks } from '../../platform/storage/recording-links';
import { Recordings, type RecordingSource } from '../../platform/storage/recordings';
import type { HumanTalk } from '../domain/human-analysis';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';

/** The recordings of human calls, of which the simulated network gives the words: spoken when they are asked for. */
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

  /** "Temporary link valid 24 hours; fetch again for a fresh one"; of a call with talk that was recorded. */
  linkTo(callId: string, talk: HumanTalk | undefined): RecordingLink | undefined {
    return hasWords(talk) ? this.links.to(callId) : undefined;
  }

  /** Removes the recordings of calls, before their transcripts go. */
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
    // The last words may lie in the second that has begun and is not counted.
    const lengthMs = Math.min(Math.max(wholeMs, lastWordMs), wholeMs + 999);
    await this.recorder.record({ turns: talk.turns, lengthMs, language: null }, path);
    return true;
  }
}

/** "Every call with talk has one": not a call without a word, nor one whose words were forgotten. */
function hasWords(talk: HumanTalk | undefined): talk is HumanTalk {
  return talk !== undefined && talk.turns.length > 0;
}
