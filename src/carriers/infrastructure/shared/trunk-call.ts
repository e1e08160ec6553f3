import type { TextTalk } from '../../../conversation';
import type { MediaLeg } from '../../../media';
import type { EarlyBrief } from '../../../shared-kernel/early-brief';
import type { TalkBrief } from '../../../shared-kernel/talk';
import type { Timers } from '../../../platform/kernel/time/timers';
import { type PendingLine, TalkBroadcast, type TalkObserver } from '../../../voice';
import type { AudioEnd, CallAudios } from './call-audio';
import type { ActiveCall, CallPhase } from './active-call';
import { type AgentCallOptions, runAgentCall } from './agent-call';
import { AnsweredCall, type AnsweredCallOptions } from './answered-call';
import { CallReporter, type CallReporterOptions } from './call-reporter';
import type { DialRecording, LegStore } from './leg-store';
import type { AnsweredContact, TransferControl } from './transports';

/** The talk waits for tools that fill its brief, after the answer. */
const EARLY_MS = 1_000;

export const NO_ENGINES = 'this process has no engines of speech for the agent';

export interface TrunkCallOptions extends CallReporterOptions {
  readonly reference: string;
  readonly brief: TalkBrief;
  /** Absent: no tool fills the brief before the talk. */
  readonly early?: EarlyBrief | undefined;
  readonly record: Pick<LegStore, 'moveTo' | 'storeEnd'>;
  readonly talk: TextTalk;
  readonly audio: CallAudios;
  /** null: this process has no engines for the agent. */
  readonly openLine: (emit: AnsweredCallOptions['emit'], observer: TalkObserver) => PendingLine | null;
  readonly timers: Timers;
  readonly transcribe: AgentCallOptions['transcribe'];
  /** null: not recorded. Never rejects. */
  readonly recording: () => Promise<DialRecording | null>;
}

/** An agent's call over a trunk, in either direction. */
export abstract class TrunkCall implements ActiveCall {
  protected readonly reporter: CallReporter;
  readonly #broadcast = new TalkBroadcast();
  #call: AnsweredCall | null = null;
  #transfer: TransferControl | null = null;

  abstract readonly ended: Promise<void>;

  constructor(protected readonly options: TrunkCallOptions) {
    this.reporter = new CallReporter(options.reference, options);
  }

  get phase(): CallPhase {
    return this.reporter.phase;
  }

  stop(): void {
    this.reporter.stop();
  }

  hangUp(): void {
    this.stop();
    this.#call?.hangUp();
  }

  drop(): void {
    this.reporter.drop();
  }

  detach(): boolean {
    if (!this.#transfer?.detach()) return false;
    this.drop();
    return true;
  }

  protected openLine(): PendingLine | null {
    return this.options.openLine((event) => this.reporter.emit(event), this.#broadcast);
  }

  protected readonly onTransfer = (message: string): void => {
    this.reporter.emit({ type: 'timeline', kind: 'transfer', message });
  };

  protected async talk(
    { leg, answeredAt, stored, transfer }: AnsweredContact,
    line: PendingLine,
    recording: DialRecording | null,
  ): Promise<void> {
    const { talk, early, record, timers, transcribe } = this.options;
    const call = new AnsweredCall(leg, {
      talk,
      recordingPath: recording?.path ?? null,
      answeredAgoMs: answeredAt === undefined ? 0 : Math.round(performance.now() - answeredAt),
      makeLine: () => line.answer(leg.leg, transfer?.begin, answeredAt),
      emit: (event) => this.reporter.emit(event),
    });
    this.#call = call;
    this.#transfer = transfer;
    if (this.phase === 'hanging_up') call.hangUp();
    const audioEnded = this.#shareAudio(leg.leg, call, answeredAt);
    await stored;
    const brief = early ? await early.settle(EARLY_MS) : this.options.brief;
    await runAgentCall(call, brief, {
      record,
      recording,
      timers,
      transcribe,
      readBridged: () => transfer?.recording() ?? null,
      ...this.reporter.agentCall,
      onEnded: (end, delivered) => {
        audioEnded(end);
        early?.drop();
        this.reporter.agentCall.onEnded(end, delivered);
      },
    });
  }

  #shareAudio(leg: MediaLeg, call: AnsweredCall, answeredAt: number | undefined): (end: AudioEnd) => void {
    const { audio, reference, brief } = this.options;
    return audio.add({
      reference,
      leg,
      answeredAt,
      sent: 'agent',
      received: 'contact',
      hasNotice: brief.notice !== null,
      agent: { talk: this.#broadcast, end: () => call.endByPerson() },
    });
  }
}
