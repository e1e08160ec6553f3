import type { TextTalk } from '../../../conversation';
import type { LegRecording, LegStatistics, RecordedFile } from '../../../media';
import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import type { LegEnd } from '../../domain/carrier';
import { type VoiceEvent, ResponseTimes, type VoiceLine } from '../../../voice';
import { mediaSummary, type AnsweredLeg } from './answered-leg';

export interface AnsweredCallOptions {
  readonly talk: TextTalk;
  /** Called at the answer. */
  readonly makeLine: () => VoiceLine;
  readonly recordingPath: string | null;
  readonly tell: (
    fact:
      | VoiceEvent
      | { type: 'transcript'; turns: readonly Turn[] }
      | { type: 'timeline'; kind: 'media'; message: string },
  ) => void;
}

/** How a talk ended, and what its audio left. */
export interface AgentCallResult {
  readonly end: LegEnd;
  /** null: what was counted is lost with the media thread. */
  readonly statistics: LegStatistics | null;
  /** null: none was made. */
  readonly recording: RecordedFile | null;
  /** When a person took the call, in milliseconds since the answer; null: nobody did. */
  readonly transferredAtMs: number | null;
}

/** A call from the answer to the hang-up: audio, talk and recording. */
export class AnsweredCall {
  readonly #abort = new AbortController();
  readonly #recording: Promise<LegRecording | null>;
  readonly #line: VoiceLine;
  readonly #responses = new ResponseTimes();

  constructor(
    private readonly phone: AnsweredLeg,
    private readonly options: AnsweredCallOptions,
  ) {
    const { recordingPath } = options;
    // From the answer on, whatever else has to be done first.
    this.#recording =
      recordingPath === null ? Promise.resolve(null) : phone.leg.record(recordingPath).catch(() => null);
    this.#line = options.makeLine();
    this.#line.setHold(phone.held);
    phone.listen({
      held: (isHeld) => {
        this.#line.setHold(isHeld);
      },
      key: (key) => {
        this.#line.key(key);
      },
      ended: (why) => {
        this.#line.end(why);
      },
    });
  }

  /** Ends the talk; `lead` resolves soon after. */
  hangUp(): void {
    this.#abort.abort();
    this.#line.end('limit');
  }

  /** Leads the talk to its end. Never rejects. */
  async run(brief: TalkBrief): Promise<AgentCallResult> {
    const { talk, tell } = this.options;
    let handedOverMs: number | null = null;
    const { cause, by, reason, answerer } = await talk.run(
      this.#line,
      brief,
      (turn) => {
        this.#responses.add(turn.responseMs);
        if (turn.speaker === 'human') handedOverMs ??= turn.startMs;
        tell({ type: 'transcript', turns: [turn] });
      },
      this.#abort.signal,
    );
    const talkMs = this.#line.nowMs();
    if (answerer) this.#line.settle(answerer);
    this.#line.close();
    this.phone.hangUp();
    const recording = await this.#recording;
    recording?.stop();
    const statistics = await this.phone.close();
    tell({ type: 'timeline', kind: 'media', message: mediaSummary(statistics) });
    const latency = this.#responses.describe();
    if (latency !== null) tell({ type: 'timeline', kind: 'speech', message: latency });
    return {
      end: { cause, by, talkMs, ...(reason !== undefined && { reason }) },
      statistics,
      recording: (await recording?.finished) ?? null,
      transferredAtMs: handedOverMs,
    };
  }
}
