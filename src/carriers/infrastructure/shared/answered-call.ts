import type { TextTalk } from '../../../conversation';
import type { LegRecording, LegStatistics, RecordedFile } from '../../../media';
import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import type { LegEnd } from '../../domain/carrier';
import { type VoiceEvent, ResponseTimes, type VoiceLine } from '../../../voice';
import { type AnsweredLeg, describeCodec, mediaSummary } from './answered-leg';
import { finishRecording, recordLeg } from './call-recording';

export interface AnsweredCallOptions {
  readonly talk: TextTalk;
  readonly makeLine: () => VoiceLine;
  readonly recordingPath: string | null;
  /** From the answer to the audio; 0 by default. */
  readonly answeredAgoMs?: number;
  /** Called when the talk is over, before its recording is. */
  readonly onTalkOver?: (end: LegEnd) => void;
  readonly emit: (
    event:
      | VoiceEvent
      | { type: 'transcript'; turns: readonly Turn[] }
      | { type: 'timeline'; kind: 'media'; message: string },
  ) => void;
}

export interface AgentCallResult {
  readonly end: LegEnd;
  /** null: lost with the media thread. */
  readonly statistics: LegStatistics | null;
  /** null: not recorded. */
  readonly recording: RecordedFile | null;
  /** When a person accepted the call, since the answer; null without a transfer. */
  readonly transferredAtMs: number | null;
}

const ENDED_BY_PERSON = {
  cause: 'hung_up',
  by: 'human',
  reason: 'A person of the account ended the call.',
} as const;

/** Runs a call from the answer to the hang-up: audio, talk and recording. */
export class AnsweredCall {
  readonly #abort = new AbortController();
  readonly #recording: Promise<LegRecording | null>;
  readonly #line: VoiceLine;
  readonly #responses = new ResponseTimes();
  #status: 'running' | 'ended_by_person' | 'over' = 'running';

  constructor(
    private readonly phone: AnsweredLeg,
    private readonly options: AnsweredCallOptions,
  ) {
    const { recordingPath, answeredAgoMs } = options;
    // Recording begins at the answer, before anything else.
    this.#recording = recordLeg(phone.leg, recordingPath, answeredAgoMs);
    this.#line = options.makeLine();
    this.#line.setHold(phone.isOnHold);
    phone.listen({
      onHold: (isOnHold) => this.#line.setHold(isOnHold),
      onKey: (key) => this.#line.key(key),
      onEnded: (why) => this.#line.end(why),
    });
  }

  /** A person of the account ends the call: the agent stops at once, and `run` resolves. */
  endByPerson(): void {
    if (this.#status === 'running' && !this.#abort.signal.aborted) this.#status = 'ended_by_person';
    this.hangUp();
  }

  /** `run` resolves. */
  hangUp(): void {
    this.#abort.abort();
    this.#line.end('limit');
  }

  /** Never rejects. */
  async run(brief: TalkBrief): Promise<AgentCallResult> {
    const { talk, emit } = this.options;
    let transferredAtMs: number | null = null;
    void this.#emitCodec();
    const { cause, by, reason, answerer } = await talk.run(
      this.#line,
      brief,
      (turn) => {
        this.#responses.add(turn.responseMs);
        if (turn.speaker === 'human') transferredAtMs ??= turn.startMs;
        emit({ type: 'transcript', turns: [turn] });
      },
      this.#abort.signal,
    );
    const talkMs = this.#line.nowMs();
    const end =
      this.#status === 'ended_by_person'
        ? { ...ENDED_BY_PERSON, talkMs }
        : { cause, by, talkMs, ...(reason !== undefined && { reason }) };
    this.#status = 'over';
    this.options.onTalkOver?.(end);
    if (answerer) this.#line.settle(answerer);
    this.#line.close();
    this.phone.hangUp();
    const recording = await this.#recording;
    recording?.stop();
    const statistics = await this.phone.close();
    for (const message of mediaSummary(statistics)) emit({ type: 'timeline', kind: 'media', message });
    const latency = this.#responses.describe();
    if (latency !== null) emit({ type: 'timeline', kind: 'speech', message: latency });
    return {
      end,
      statistics,
      recording: await finishRecording(recording, this.options.recordingPath, talkMs),
      transferredAtMs,
    };
  }

  async #emitCodec(): Promise<void> {
    const statistics = await this.phone.leg.statistics().catch(() => null);
    if (statistics?.codec == null) return;
    this.options.emit({ type: 'timeline', kind: 'media', message: `${describeCodec(statistics)}.` });
  }
}
