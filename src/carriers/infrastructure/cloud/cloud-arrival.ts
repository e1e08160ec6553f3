import type { WebSocket } from 'ws';
import type { TextTalk } from '../../../conversation';
import type { StreamLeg } from '../../../media';
import type { Timers } from '../../../platform/timers';
import {
  CALLER_HUNG_UP,
  INBOUND_REFUSALS,
  type InboundRejection,
  type InboundSink,
} from '../../domain/inbound';
import type { AdmittedCall } from '../../domain/inbound';
import { AnsweredCall } from '../shared/answered-call';
import { runAgentCall, type LedTalkOptions } from '../shared/agent-call';
import { type DialRecording, EMPTY_REPORT } from '../shared/leg-store';
import { CallReporter, type CallReporterOptions, type CallPhase } from '../shared/call-reporter';
import { ReadinessWait, type PendingLine, type VoiceLineFactory } from '../../../voice';
import type { CallbackResponse, CloudCallStatus } from './adapter';
import type { CloudLegStore } from './cloud-leg-store';
import type { CloudAnsweredLeg } from './cloud-answered-leg';
import type { TransferSource, TransferControl } from './transfer/cloud-transfer-factory';
import type { CloudTrunk } from './cloud-trunk';
import { hangUpWithRetry } from './hang-up';
import type { CallbackHandler } from './gateway/callback-handler';
import { StreamAttachment } from './gateway/stream-attachment';

/** After our response the carrier connects the audio within this time, or the caller has gone. Until then it is polled. */
const SOCKET_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 2_000;

export interface CloudArrivalParts extends CallReporterOptions {
  readonly call: AdmittedCall;
  readonly carrierId: string;
  readonly trunk: CloudTrunk;
  readonly record: CloudLegStore;
  readonly openLeg: () => Promise<StreamLeg>;
  readonly openLine: VoiceLineFactory['open'];
  /** From now on sockets of the leg find it. */
  readonly hold: (legId: string, leg: CallbackHandler) => void;
  /** null: this process cannot be reached. */
  readonly mediaUrl: (token: string) => string | null;
  /** How the agent hands the caller over; null: the carrier cannot. */
  readonly transferControl: (contact: TransferSource) => TransferControl | null;
  readonly recording: () => Promise<DialRecording | null>;
  readonly countRejection: InboundSink['countRejection'];
  readonly talk: TextTalk;
  readonly timers: Timers;
  readonly transcribe: LedTalkOptions['transcribe'];
}

/** One call that came in over a cloud trunk and was taken: answered by its agent, and led to its end. */
export class CloudArrival implements CallbackHandler {
  readonly #progress: CallReporter;
  readonly #connected: Promise<CloudAnsweredLeg | null>;
  #socket: StreamAttachment | null = null;
  #connect: (phone: CloudAnsweredLeg | null) => void = () => undefined;
  #call: AnsweredCall | null = null;
  #handedOver: TransferControl | null = null;
  #isStopping = false;
  #reply: (reply: CallbackResponse) => void = () => undefined;
  readonly #readiness: ReadinessWait;

  /** What the carrier is answered. */
  readonly reply: Promise<CallbackResponse>;
  /** Resolves when all is over. */
  readonly over: Promise<void>;

  constructor(private readonly parts: CloudArrivalParts) {
    this.#readiness = new ReadinessWait(parts.timers);
    this.#progress = new CallReporter(parts.call.reference, parts);
    this.#connected = new Promise((resolve) => (this.#connect = resolve));
    this.reply = new Promise((resolve) => (this.#reply = resolve));
    this.over = this.#run();
  }

  get state(): CallPhase {
    return this.#progress.state;
  }

  get acceptsStream(): boolean {
    return this.#socket?.acceptsStream ?? false;
  }

  attachStream(socket: WebSocket): void {
    this.#socket?.attachStream(socket);
  }

  nextInstruction(): CallbackResponse | null {
    return this.#socket?.phone?.pendingInstruction ?? null;
  }

  async onCallback(fields: ReadonlyMap<string, string>): Promise<void> {
    const word = this.parts.trunk.adapter.parseStatus(fields);
    if (word) await this.say(word);
  }

  async say({ state, carrierCallId: carrierId }: CloudCallStatus): Promise<void> {
    if (state === 'ended' && carrierId === this.parts.carrierId) {
      if (this.#socket?.phone) this.#socket.phone.onRemoteEnd('said');
      else this.#connect(null);
    }
    await this.#progress.stored();
  }

  /** Refuses the caller who is not answered yet, as a process that stops. */
  stop(): void {
    this.#isStopping = true;
    this.#readiness.interrupt();
  }

  hangUp(): void {
    this.stop();
    this.#call?.hangUp();
  }

  /** Leaves the call to the carrier and to another process. False unless the carrier holds its phones together. */
  release(): boolean {
    if (!this.#handedOver?.release()) return false;
    this.drop();
    return true;
  }

  /** Says nothing more of it, as a process that ends. */
  drop(): void {
    this.#progress.drop();
  }

  async #run(): Promise<void> {
    const { call, trunk, record, openLeg, openLine, hold, mediaUrl, timers, recording: make } = this.parts;
    const line = openLine(call.talk, (fact) => {
      this.#progress.tell(fact);
    });
    if (!line) return this.#refuse('agent', 'This process has no engines of speech for the agent.');
    const ready = line.isReady();
    const [leg, recording, token] = await Promise.all([
      openLeg().catch(() => null),
      make(),
      record.issueToken().catch(() => null),
    ]);
    const url = token === null ? null : mediaUrl(token);
    const refuse = (why: InboundRejection) => {
      line.drop();
      void leg?.close();
      return this.#refuse(why);
    };
    if (!leg || token === null || url === null) return refuse('no_channel');
    await record.named(this.parts.carrierId);
    const isReady = await this.#readiness.inTime(ready);
    if (this.#isStopping) return refuse('stopping');
    if (!isReady) return refuse('not_ready');
    this.#socket = new StreamAttachment({
      leg,
      timers,
      codec: trunk.adapter.stream,
      hangUp: () => {
        hangUpWithRetry(trunk.rest, this.parts.carrierId, timers);
      },
      answered: (phone) => {
        this.#connect(phone);
      },
    });
    hold(record.id, this);
    this.#reply(trunk.adapter.streamResponse(url));
    const phone = await this.#inTime();
    if (phone) return this.#talk(phone, token, leg, line, recording);
    this.#socket.close();
    line.drop();
    void leg.close();
    hangUpWithRetry(trunk.rest, this.parts.carrierId, timers);
    return this.#finish('no_answer', 'contact', CALLER_HUNG_UP);
  }

  async #talk(
    phone: CloudAnsweredLeg,
    token: string,
    leg: StreamLeg,
    line: PendingLine,
    recording: DialRecording | null,
  ): Promise<void> {
    const { talk, timers, transcribe, record, call: taken, trunk, carrierId } = this.parts;
    void record.answered();
    this.#progress.answered({ type: 'answered' });
    const handOver = this.parts.transferControl({
      contact: phone,
      trunk,
      token,
      carrierCallId: () => carrierId,
      tell: (message) => {
        this.#progress.tell({ type: 'timeline', kind: 'transfer', message });
      },
      stored: () => this.#progress.stored(),
    });
    const call = new AnsweredCall(phone, {
      talk,
      recordingPath: recording?.path ?? null,
      makeLine: () => line.answered(leg, handOver?.begin),
      tell: (fact) => {
        this.#progress.tell(fact);
      },
    });
    this.#call = call;
    this.#handedOver = handOver;
    if (this.#isStopping) call.hangUp();
    await runAgentCall(call, taken.talk, {
      record,
      recording,
      timers,
      transcribe,
      bridged: () => handOver?.recording() ?? null,
      ...this.#progress.talk(carrierId),
    });
  }

  #inTime(): Promise<CloudAnsweredLeg | null> {
    const { timers, trunk, carrierId } = this.parts;
    const stop = timers.after(SOCKET_TIMEOUT_MS, () => {
      this.#connect(null);
    });
    const look = async () => {
      const word = await trunk.rest.fetchCall(carrierId).catch(() => null);
      if (word) await this.say(word);
      lookLater();
    };
    let isOver = false;
    let stopLook: () => void = () => undefined;
    const lookLater = () => {
      if (!isOver) stopLook = timers.after(POLL_INTERVAL_MS, () => void look());
    };
    lookLater();
    return this.#connected.finally(() => {
      isOver = true;
      stop();
      stopLook();
    });
  }

  #refuse(why: InboundRejection, reason: string | null = INBOUND_REFUSALS[why].reason): Promise<void> {
    this.#reply(this.parts.trunk.adapter.rejectResponse);
    this.parts.countRejection(why);
    return this.#finish(INBOUND_REFUSALS[why].becomes, null, reason);
  }

  async #finish(
    cause: 'busy' | 'failed' | 'no_answer',
    by: 'contact' | null,
    reason: string | null,
  ): Promise<void> {
    await this.parts.record.ended(EMPTY_REPORT);
    this.#progress.finished(
      { cause, by, talkMs: null, ...(reason !== null && { reason }) },
      this.parts.carrierId,
    );
    await this.#progress.stored();
  }
}
