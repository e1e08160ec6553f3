import type { TextTalk } from '../../../conversation';
import type { LegStatistics, RecordedFile, RtpLeg } from '../../../media';
import type { RemoteAudio, Session } from '../../../sip';
import type { TalkBrief, Turn } from '../../../platform/kernel/talk';
import type { LegEnd } from '../../domain/carrier';
import type { Timers } from '../../../platform/timers';
import type { VoiceFact } from '../voice/hearing';
import { ResponseTimes } from '../voice/response-times';
import type { VoiceLine } from '../voice/voice-line';

/** Without a packet for so long the far side is asked whether it still knows the call. */
const SILENT_MS = 30_000;
const CHECK_INTERVAL_MS = 5_000;

export interface AnsweredCallParts {
  readonly talk: TextTalk;
  readonly timers: Timers;
  /** Called at the answer. */
  readonly makeLine: (leg: RtpLeg) => VoiceLine;
  /** Addresses and ranges that RTP may come from, besides those of SDP and signalling. */
  readonly sources: readonly string[];
  readonly recordingPath: string | null;
  readonly tell: (
    fact:
      | VoiceFact
      | { type: 'said'; turns: readonly Turn[] }
      | { type: 'detail'; kind: 'media'; message: string },
  ) => void;
}

/** How a talk ended, and what its audio left. */
export interface TalkEnd {
  readonly end: LegEnd;
  /** null: what was counted is lost with the media thread. */
  readonly statistics: LegStatistics | null;
  /** null: none was made. */
  readonly recording: RecordedFile | null;
}

/** A call from the answer to the hang-up: audio, talk and recording. */
export class AnsweredCall {
  readonly #abort = new AbortController();
  readonly #line: VoiceLine;
  readonly #responses = new ResponseTimes();
  #stopCheck: () => void = () => undefined;

  constructor(
    private readonly session: Session,
    audio: RemoteAudio,
    private readonly leg: RtpLeg,
    private readonly parts: AnsweredCallParts,
  ) {
    this.#follow(audio);
    leg.answered();
    this.#line = parts.makeLine(leg);
    this.#line.hold(audio.held);
    session.listen({
      audio: (changed) => {
        this.#follow(changed);
        this.#line.hold(changed.held);
      },
      ended: ({ by, why }) => {
        if (by !== 'local') this.#line.cut(why === 'bye' ? 'hung_up' : 'lost');
      },
    });
    this.#checkLater();
  }

  /** Ends the talk; `lead` resolves soon after. */
  hangUp(): void {
    this.#abort.abort();
    this.#line.cut('limit');
  }

  /** Leads the talk to its end. Never rejects. */
  async lead(brief: TalkBrief): Promise<TalkEnd> {
    const { talk, tell, recordingPath } = this.parts;
    const recording = recordingPath === null ? null : await this.leg.record(recordingPath).catch(() => null);
    const { cause, by, reason, answerer } = await talk.lead(
      this.#line,
      brief,
      (turn) => {
        this.#responses.add(turn.responseMs);
        tell({ type: 'said', turns: [turn] });
      },
      this.#abort.signal,
    );
    const talkMs = this.#line.nowMs();
    this.#stopCheck();
    if (answerer) this.#line.settle(answerer);
    this.#line.close();
    recording?.stop();
    void this.session.hangUp();
    const statistics = await this.leg.close();
    tell({ type: 'detail', kind: 'media', message: describeMedia(statistics) });
    const latency = this.#responses.describe();
    if (latency !== null) tell({ type: 'detail', kind: 'speech', message: latency });
    return {
      end: { cause, by, talkMs, ...(reason !== undefined && { reason }) },
      statistics,
      recording: (await recording?.finished) ?? null,
    };
  }

  #follow(audio: RemoteAudio): void {
    const { address, port, codec, payloadType, telephoneEvent, direction } = audio;
    this.leg.setRemote({
      address: address === '0.0.0.0' ? null : address,
      port,
      codec: codec === 'pcma' ? 'PCMA' : 'PCMU',
      payloadType,
      events: telephoneEvent === null ? null : { send: telephoneEvent, receive: [telephoneEvent] },
      sources: [this.session.record.peer.address, ...this.parts.sources],
    });
    this.leg.setDirection(direction);
  }

  #checkLater(): void {
    this.#stopCheck = this.parts.timers.after(CHECK_INTERVAL_MS, () => {
      void this.#check().finally(() => {
        if (!this.session.ended) this.#checkLater();
      });
    });
  }

  /** A call without packets whose far side does not answer either is lost. */
  async #check(): Promise<void> {
    const { silentMs, clockMs } = await this.leg.statistics();
    if ((silentMs ?? clockMs) < SILENT_MS) return;
    const outcome = await this.session.options();
    if (outcome.kind !== 'response' || outcome.response.status === 481) this.#line.cut('lost');
  }
}

function describeMedia(statistics: LegStatistics | null): string {
  if (!statistics) return 'The audio ended with its thread.';
  const { codec, received, lost, sent } = statistics;
  return `Codec ${codec ?? 'unknown'}; packets received ${received}, lost ${lost}, sent ${sent}.`;
}
