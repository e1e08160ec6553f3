import { Injectable } from '@nestjs/common';
import { CallRecordingSource, type SynthesisTerms } from '../../calling';
import { RecordingLinks } from '../../platform/storage/recording-links';
import { Recordings } from '../../platform/storage/recordings';
import { TalkRecorder } from '../../speech';
import type { HumanTalk } from '../domain/human-analysis';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';

@Injectable()
export class HumanCallRecordings extends CallRecordingSource<HumanCallState, HumanTalk> {
  constructor(
    recordings: Recordings,
    links: RecordingLinks,
    calls: HumanCallRepository,
    talks: HumanTalkRepository,
    recorder: TalkRecorder,
  ) {
    super('hcall_', recordings, links, { calls, talks }, recorder);
  }

  protected override termsOf(_call: HumanCallState, talk: HumanTalk): Promise<SynthesisTerms> {
    return Promise.resolve({ seconds: talk.recordedSeconds, language: null });
  }
}
