import { Logger } from '@nestjs/common';
import type { RtpLeg } from '../../../media';
import { describeError } from '../../../platform/logging';
import type { IncomingCall, RemoteAudio, Session } from '../../../sip';
import type { LegEnd } from '../../domain/carrier';
import {
  CALLER_HUNG_UP,
  INBOUND_REFUSALS,
  type InboundRejection,
  type InboundRefusal,
  UNRECORDED_REJECTIONS,
} from '../../domain/inbound';
import { type StartTransfer, ReadinessWait, type PendingLine } from '../../../voice';
import { awaitAck } from './answer-confirmation';
import { AnsweredCall } from '../shared/answered-call';
import { SipAnsweredLeg } from './sip-answered-leg';
import type { AdmittedSipCall, SipArrivalParts } from './sip-arrival-parts';
import { runAgentCall } from '../shared/agent-call';
import { EMPTY_REPORT, type DialRecording, type CarrierEventBody } from '../shared/leg-store';
import { audioOf } from './sip-settings';
import { type SipTransferOptions, sipTransfers } from './sip-transfer';

/** A call that can be answered at once. */
interface Ready {
  readonly leg: RtpLeg;
  readonly line: PendingLine;
  readonly recording: DialRecording | null;
}

/** One call that comes in over SIP: decided about, answered by its agent, and led to its end. */
export class SipArrival {
  readonly #logger = new Logger(SipArrival.name);
  #state: 'in_transit' | 'answered' | 'ended' = 'in_transit';
  #isCanceled = false;
  #isStopping = false;
  #isDropped = false;
  #call: AnsweredCall | null = null;
  #admitted: AdmittedSipCall | null = null;
  /** Until the agent talks. */
  #leg: RtpLeg | null = null;
  #line: PendingLine | null = null;
  #settle: () => void = () => undefined;
  readonly #readiness: ReadinessWait;

  /** Resolves when the agent talks, or when the refusal of the call is stored. */
  readonly settled = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });
  /** Resolves when all is over. */
  readonly over: Promise<void>;

  constructor(
    private readonly incoming: IncomingCall,
    private readonly parts: SipArrivalParts,
  ) {
    this.#readiness = new ReadinessWait(parts.timers);
    incoming.onCanceled(() => {
      this.#isCanceled = true;
      this.#readiness.interrupt();
    });
    this.over = this.#run().catch((error: unknown) => this.#failed(error));
  }

  get state(): 'in_transit' | 'answered' | 'ended' {
    return this.#state;
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

  /** Says nothing more of it, as a process that ends. */
  drop(): void {
    this.#isDropped = true;
  }

  async #run(): Promise<void> {
    const { parts } = this;
    const verdict = await parts.decide();
    if (verdict.kind === 'unrecorded') {
      this.#reject(UNRECORDED_REJECTIONS[verdict.why]);
      this.#settle();
    } else if (verdict.kind === 'refused') {
      this.#reject(INBOUND_REFUSALS[verdict.why]);
      await parts.trace.store();
      this.#settle();
    } else {
      this.#admitted = { ...verdict, ...parts.hold(verdict) };
      await this.#answer(this.#admitted);
    }
  }

  async #answer(admitted: AdmittedSipCall): Promise<void> {
    const { incoming, parts } = this;
    const { trunk, record, interpretation: reading, call } = admitted;
    if (!trunk) return this.#refuse('no_channel');
    const { peer } = trunk;
    const contact = trunk.settings.username ?? reading.called;
    incoming.ring({ peer, contact });
    const line = parts.openLine(call, (fact) => {
      this.#tell(fact);
    });
    if (!line) return this.#refuse('agent', 'This process has no engines of speech for the agent.');
    this.#line = line;
    const ready = line.isReady();
    const [leg, recording] = await Promise.all([parts.openLeg().catch(() => null), admitted.recording()]);
    this.#leg = leg;
    if (!leg) return this.#refuse('no_channel');
    const isReady = await this.#readiness.inTime(ready);
    // Before the 200: after a crash of this process another one can hang up.
    const dialog = isReady ? incoming.dialog(peer) : null;
    if (dialog) await record.answered({ record: dialog });
    if (this.#isCanceled) return this.#finishCanceled();
    if (this.#isStopping) return this.#refuse('stopping');
    if (!isReady) return this.#refuse('not_ready');
    const audio = { ...audioOf(trunk.settings), port: leg.port, direction: 'sendrecv' } as const;
    const session = incoming.answer({ audio, peer, contact });
    if (!session) return this.#refuse('no_audio');
    return this.#connect(session, admitted, { leg, line, recording });
  }

  /** From our 200 on the call counts as answered, unless the caller's side never confirms it. */
  async #connect(session: Session, admitted: AdmittedSipCall, ready: Ready): Promise<void> {
    const outcome = await awaitAck(session, this.incoming);
    if (outcome === 'no_ack') {
      return this.#finishUnanswered('failed', "The caller's side did not confirm the answer.");
    }
    if (outcome === 'left') {
      this.#tell({ type: 'answered' });
      return this.#finish({ cause: 'hung_up', by: 'contact', talkMs: 0 });
    }
    const audio = session.remoteAudio;
    if (outcome === 'no_audio' || !audio) {
      void session.hangUp();
      return this.#refuse('no_audio');
    }
    return this.#talk(session, audio, admitted, ready);
  }

  async #talk(
    session: Session,
    audio: RemoteAudio,
    { call: taken, record, trunk, channel }: AdmittedSipCall,
    { leg, line, recording }: Ready,
  ): Promise<void> {
    const { talk, timers, transcribe } = this.parts;
    this.#state = 'answered';
    this.#tell({ type: 'answered' });
    this.#settle();
    this.#line = this.#leg = null;
    const phone = new SipAnsweredLeg(session, audio, leg, {
      timers,
      sources: trunk?.settings.mediaSources ?? [],
      keysByInfo: trunk?.settings.dtmf === 'info',
    });
    const call = new AnsweredCall(phone, {
      talk,
      recordingPath: recording?.path ?? null,
      makeLine: () => line.answered(leg, this.#transfers(phone, channel)),
      tell: (fact) => {
        this.#tell(fact);
      },
    });
    this.#call = call;
    if (this.#isStopping) call.hangUp();
    await runAgentCall(call, taken.talk, {
      record,
      recording,
      timers,
      transcribe,
      transcribed: (turns) => {
        this.#tell({ type: 'transcription', turns });
      },
      ended: (end, delivered) => {
        this.#state = 'ended';
        this.#tell({ type: 'ended', end }, delivered);
      },
      recorded: (ms, delivered) => {
        this.#tell({ type: 'recording_stored', ms }, delivered);
      },
    });
  }

  /** How the agent transfers the caller. */
  #transfers(contact: SipAnsweredLeg, channel: SipTransferOptions['channel']): StartTransfer {
    const { openLeg, place, timers } = this.parts;
    const tell = (message: string): void => {
      this.#tell({ type: 'timeline', kind: 'transfer', message });
    };
    return sipTransfers({ contact, channel, openLeg, place, timers, tell });
  }

  #finishCanceled(): Promise<void> {
    return this.#finishUnanswered('no_answer', CALLER_HUNG_UP, 'contact');
  }

  /** A caller who canceled before has got 487, and the call ends as canceled. */
  #refuse(why: InboundRejection, reason: string | null = INBOUND_REFUSALS[why].reason): Promise<void> {
    if (this.#isCanceled) return this.#finishCanceled();
    const refusal = INBOUND_REFUSALS[why];
    this.#reject(refusal);
    this.parts.countRejection(why);
    return this.#finishUnanswered(refusal.becomes, reason);
  }

  #reject({ status, retryAfter }: Pick<InboundRefusal, 'status' | 'retryAfter'>): void {
    this.incoming.reject(status, retryAfter === null ? {} : { headers: [['retry-after', retryAfter]] });
  }

  #finishUnanswered(cause: LegEnd['cause'], reason: string | null, by: LegEnd['by'] = null): Promise<void> {
    return this.#finish({ cause, by, talkMs: null, ...(reason !== null && { reason }) });
  }

  async #finish(end: LegEnd): Promise<void> {
    this.#state = 'ended';
    this.#line?.drop();
    void this.#leg?.close();
    await this.#admitted?.record.ended(EMPTY_REPORT);
    this.#tell({ type: 'ended', end }, this.#settle);
  }

  #tell(fact: CarrierEventBody, delivered?: () => void): void {
    if (this.#isDropped || !this.#admitted) return;
    const { call, events: facts } = this.#admitted;
    facts.add({ reference: call.reference, at: this.parts.now(), ...fact }, delivered);
  }

  /** It could not be decided about, or something went wrong on the way. */
  async #failed(error: unknown): Promise<void> {
    this.#logger.warn(`a call that came in: ${JSON.stringify(describeError(error))}`);
    this.parts.countRejection('error');
    this.#reject(UNRECORDED_REJECTIONS.error);
    if (this.#admitted && this.#state !== 'ended') {
      this.#call?.hangUp();
      await this.#finishUnanswered('failed', 'The call could not be answered.');
    } else this.#settle();
  }
}
