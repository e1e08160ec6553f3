import { Injectable } from '@nestjs/common';
import { Agents } from '../../agents';
import { CallRecordingSource, type SynthesisTerms } from '../../calling';
import { RecordingLinks } from '../../platform/storage/recording-links';
import { Recordings } from '../../platform/storage/recordings';
import { TalkRecorder } from '../../speech';
import type { CallState } from '../domain/call-state';
import type { Talk } from '../domain/talk';
import { CallRepository } from '../infrastructure/call.repository';
import { TalkRepository } from '../infrastructure/talk.repository';

@Injectable()
export class CallRecordings extends CallRecordingSource<CallState, Talk> {
  constructor(
    recordings: Recordings,
    links: RecordingLinks,
    calls: CallRepository,
    talks: TalkRepository,
    recorder: TalkRecorder,
    private readonly agents: Agents,
  ) {
    super('call_', recordings, links, { calls, talks }, recorder);
  }

  protected override async termsOf(call: CallState): Promise<SynthesisTerms | null> {
    const { status, agentId, agentVersion, durationSeconds } = call;
    if (status !== 'completed') return null;
    const language = agentVersion ? (await this.agents.version(agentId, agentVersion)).language : null;
    return { seconds: durationSeconds ?? 0, language };
  }
}
