import type { TextTalk } from '../../../conversation';
import type { StreamLeg } from '../../../media';
import type { TalkBrief } from '../../../shared-kernel/talk';
import type { Timers } from '../../../platform/timers';
import type { DialResult, OutboundCallRequest } from '../../domain/carrier';
import { AnsweredCall, type AnsweredCallOptions } from '../shared/answered-call';
import type { DialTrace } from '../shared/dial-traces';
import { runAgentCall, type LedTalkOptions } from '../shared/agent-call';
import { type DialRecording, EMPTY_REPORT } from '../shared/leg-store';
import { CallReporter, type CallReporterOptions, type CallPhase } from '../shared/call-reporter';
import type { Route } from '../shared/route';
import { TrunkFailover, type TrunkAttemptResult } from '../shared/trunk-failover';
import type { PendingLine } from '../../../voice';
import type { CloudLegStore } from './cloud-leg-store';
import type { CloudAnsweredLeg } from './cloud-answered-leg';
import type { CloudTrunk } from './cloud-trunk';
import type { TransferSource, TransferControl } from './transfer/cloud-transfer-factory';
import { type CloudAnswer, CloudTrunkAttempt } from './cloud-trunk-attempt';
import type { CallbackHandler } from './gateway/callback-handler';

/** A cloud trunk that a dial may take. */
export interface CloudRoute extends Route {
  /** undefined: this process lost it between the decision and the dial. */
  readonly trunk: CloudTrunk | undefined;
}

/** Where a leg is known by its token. */
interface LegAddresses {
  readonly statusUrl: string;
  readonly answerUrl: string;
  /** wss or ws. */
  readonly mediaUrl: string;
}

export interface CloudDialParts extends CallReporterOptions {
  readonly routes: readonly CloudRoute[];
  readonly record: CloudLegStore;
  readonly openLeg: () => Promise<StreamLeg>;
  /** From now on callbacks and sockets of a leg find it. */
  readonly hold: (legId: string, leg: CallbackHandler) => void;
  /** null: this process cannot be reached. */
  readonly addresses: (token: string) => LegAddresses | null;
  readonly trace: DialTrace;
  readonly talk: TextTalk;
  /** The agent's line; null: there are no engines for it. */
  readonly openLine: (brief: TalkBrief, tell: AnsweredCallOptions['tell']) => PendingLine | null;
  readonly timers: Timers;
  readonly transcribe: LedTalkOptions['transcribe'];
  /** How the agent hands the contact over; null: the carrier cannot. */
  readonly transferControl: (contact: TransferSource) => TransferControl | null;
  /** Resolves with null when none is made. Never rejects. */
  readonly recording: () => Promise<DialRecording | null>;
}

/** One order to ring a number: cloud trunk after cloud trunk until one takes it, then the talk. */
export class CloudDial {
  readonly #progress: CallReporter;
  readonly #search: TrunkFailover<CloudRoute, CloudAnswer>;
  #trial: CloudTrunkAttempt | null = null;
  #call: AnsweredCall | null = null;
  #handedOver: TransferControl | null = null;
  #carrierId: string | null = null;
  /** The trunk that was asked last, and the leg's token there. */
  #asked: Pick<TransferSource, 'trunk' | 'token'> | null = null;
  #leg: StreamLeg | null = null;
  #line: PendingLine | null = null;

  /** What the carrier answers to the order. */
  readonly answer: Promise<DialResult>;
  /** Resolves when all is over. */
  readonly over: Promise<void>;

  constructor(
    private readonly request: OutboundCallRequest,
    private readonly parts: CloudDialParts,
  ) {
    this.#progress = new CallReporter(request.reference, parts);
    this.answer = this.#progress.answer;
    const { routes, record } = parts;
    this.#search = new TrunkFailover({
      routes,
      record,
      attempt: (route) => this.#try(route),
      tell: (message, shownNumber) => {
        const shown = shownNumber === undefined ? {} : { shownNumber };
        this.#progress.tell({ type: 'timeline', kind: 'trunk', message, ...shown });
      },
    });
    this.over = this.#run();
  }

  get state(): CallPhase {
    return this.#progress.state;
  }

  /** Stops the ringing, or hangs up. */
  hangUp(): void {
    this.#search.giveUp();
    this.#trial?.giveUp();
    this.#call?.hangUp();
  }

  /** Leaves it to the carrier and to whoever takes it over, if the carrier holds its phones together. */
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
    const { openLeg, openLine, recording: makeRecording } = this.parts;
    const [leg, recording] = await Promise.all([openLeg().catch(() => null), makeRecording()]);
    if (!leg) return this.#refuse('there is no thread for its audio');
    this.#leg = leg;
    const line = openLine(this.request.talk, (fact) => {
      this.#progress.tell(fact);
    });
    if (!line) {
      void leg.close();
      return this.#refuse('this process has no engines of speech for the agent');
    }
    this.#line = line;
    const end = await this.#search.run();
    if (end.kind === 'answered' && end.phone) return this.#talk(end.phone, leg, line, recording);
    line.drop();
    void leg.close();
    if (end.kind !== 'answered') {
      this.#progress.unanswered(end, this.#carrierId);
      return;
    }
    await this.parts.record.ended(EMPTY_REPORT);
    const { cause, talkMs } = end;
    const by = cause === 'hung_up' ? 'contact' : 'carrier';
    this.#progress.finished({ cause, by, talkMs }, this.#carrierId);
  }

  async #try(route: CloudRoute): Promise<TrunkAttemptResult<CloudAnswer>> {
    const { record, hold, addresses, trace, timers, now } = this.parts;
    const { trunk } = route;
    const leg = this.#leg;
    if (!trunk || !leg) return { kind: 'failed', event: { type: 'not_resolved' }, said: null };
    const token = await record.issueToken().catch(() => null);
    if (token === null) return { kind: 'not_sent' };
    const urls = addresses(token);
    if (!urls) return { kind: 'failed', event: { type: 'not_resolved' }, said: null };
    if (this.#search.gaveUp) return { kind: 'canceled' };
    this.#asked = { trunk, token };
    const { number: to, ringSeconds } = this.request;
    const trial = new CloudTrunkAttempt({
      leg,
      timers,
      now,
      adapter: trunk.adapter,
      rest: trunk.traced((direction, text) => {
        // Whoever reads a trace must not be taken for the carrier.
        trace.note(direction, trunk.name, text.replaceAll(token, '…'));
      }),
      order: { to, from: route.callerId, ringSeconds, ...urls },
      isOthers: (carrierId) => record.isKnown(trunk.id, carrierId),
      onCallId: (carrierId) => {
        this.#carrierId = carrierId;
        void record.named(carrierId);
      },
      onRinging: () => {
        record.rang();
        this.#rings();
      },
      onAnswered: () => {
        void record.answered();
        this.#progress.answered({ type: 'answered' });
        this.#progress.accepted(this.#carrierId);
      },
      stored: () => this.#progress.stored(),
    });
    this.#trial = trial;
    hold(record.id, trial);
    return trial.ended;
  }

  #rings(): void {
    // Not before: a number that is busy or does not exist costs no engine's time.
    this.#line?.prepare();
    this.#progress.tell({ type: 'ringing' });
    this.#progress.accepted(this.#carrierId);
  }

  async #talk(
    phone: CloudAnsweredLeg,
    leg: StreamLeg,
    line: PendingLine,
    recording: DialRecording | null,
  ): Promise<void> {
    const { talk, record, timers, transcribe } = this.parts;
    const handOver = this.#handOver(phone);
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
    if (this.#search.gaveUp) call.hangUp();
    await runAgentCall(call, this.request.talk, {
      record,
      recording,
      timers,
      transcribe,
      bridged: () => handOver?.recording() ?? null,
      ...this.#progress.talk(this.#carrierId),
    });
  }

  #handOver(contact: CloudAnsweredLeg): TransferControl | null {
    if (!this.#asked) return null;
    return this.parts.transferControl({
      ...this.#asked,
      contact,
      carrierCallId: () => this.#carrierId,
      tell: (message) => {
        this.#progress.tell({ type: 'timeline', kind: 'transfer', message });
      },
      stored: () => this.#progress.stored(),
    });
  }

  async #refuse(reason: string): Promise<void> {
    await this.parts.record.ended(EMPTY_REPORT);
    this.#progress.refused({ temporary: true, reason });
  }
}
