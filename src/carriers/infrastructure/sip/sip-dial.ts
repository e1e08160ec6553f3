import type { RtpLeg } from '../../../media';
import type { TimelineKind, DialResult, OutboundCallRequest } from '../../domain/carrier';
import { AnsweredCall } from '../shared/answered-call';
import { SipAnsweredLeg } from './sip-answered-leg';
import type { PendingLine, StartTransfer } from '../../../voice';
import { runAgentCall } from '../shared/agent-call';
import { type RingEnd, SipOutboundLeg } from './sip-outbound-leg';
import { EMPTY_REPORT, type DialRecording } from '../shared/leg-store';
import { CallReporter, type CallPhase } from '../shared/call-reporter';
import type { SipDialParts } from './sip-dial-parts';
import { sipTransfers } from './sip-transfer';

/** One order to ring a number: trunk after trunk until one takes it, then the talk. */
export class SipDial {
  readonly #progress: CallReporter;
  #phone: SipOutboundLeg | null = null;
  #call: AnsweredCall | null = null;
  #recording: DialRecording | null = null;
  #gaveUp = false;

  /** What the carrier answers to the order. */
  readonly answer: Promise<DialResult>;
  /** Resolves when all is over. */
  readonly over: Promise<void>;

  constructor(
    private readonly request: OutboundCallRequest,
    private readonly parts: SipDialParts,
  ) {
    this.#progress = new CallReporter(request.reference, parts);
    this.answer = this.#progress.answer;
    this.over = this.#run();
  }

  get state(): CallPhase {
    return this.#progress.state;
  }

  /** Stops the ringing, or hangs up. */
  hangUp(): void {
    this.#gaveUp = true;
    this.#phone?.giveUp();
    this.#call?.hangUp();
  }

  /** Says nothing more of it, as a process that ends. */
  drop(): void {
    this.#progress.drop();
  }

  async #run(): Promise<void> {
    const { openLeg, wasSilent, recording } = this.parts;
    const [leg, hasMetSilence] = await Promise.all([
      openLeg().catch(() => null),
      wasSilent(),
      recording().then((made) => {
        this.#recording = made;
      }),
    ]);
    if (!leg) return this.#refuse('there is no free RTP port');
    const line = this.parts.openLine(this.request.talk, (fact) => {
      this.#progress.tell(fact);
    });
    if (!line) {
      void leg.close();
      return this.#refuse('this process has no engines of speech for the agent');
    }
    const end = await this.#ring(leg, line, hasMetSilence);
    if (end.kind === 'answered') return this.#talk(end, leg, line);
    line.drop();
    void leg.close();
    this.#progress.unanswered(end, this.#carrierId);
  }

  #ring(leg: RtpLeg, line: PendingLine, wasSilent: boolean): Promise<RingEnd> {
    const { routes, record, place, timers } = this.parts;
    const { number, ringSeconds } = this.request;
    this.#phone = new SipOutboundLeg({
      number,
      ringSeconds,
      routes,
      record,
      place,
      timers,
      wasSilent,
      port: leg.port,
      tell: (message, shownNumber) => {
        this.#detail('trunk', message, shownNumber);
      },
      onRinging: () => {
        // Not before: a number that is busy or does not exist costs no engine's time.
        line.prepare();
        this.#progress.tell({ type: 'ringing' });
        this.#progress.accepted(this.#carrierId);
      },
    });
    if (this.#gaveUp) this.#phone.giveUp();
    return this.#phone.end;
  }

  async #talk(
    { session, audio, route }: Extract<RingEnd, { kind: 'answered' }>,
    leg: RtpLeg,
    line: PendingLine,
  ): Promise<void> {
    const { request, parts } = this;
    this.#progress.answered({ type: 'answered' });
    this.#progress.accepted(this.#carrierId);
    const phone = new SipAnsweredLeg(session, audio, leg, {
      timers: parts.timers,
      sources: route.mediaSources,
      keysByInfo: route.keysByInfo ?? false,
    });
    const call = new AnsweredCall(phone, {
      talk: parts.talk,
      recordingPath: this.#recording?.path ?? null,
      makeLine: () => line.answered(leg, this.#transfers(phone)),
      tell: (fact) => {
        this.#progress.tell(fact);
      },
    });
    this.#call = call;
    if (this.#gaveUp) call.hangUp();
    await parts.record.answered(session);
    await runAgentCall(call, request.talk, {
      record: parts.record,
      recording: this.#recording,
      timers: parts.timers,
      transcribe: parts.transcribe,
      ...this.#progress.talk(this.#carrierId),
    });
  }

  /** How the agent transfers the contact. */
  #transfers(contact: SipAnsweredLeg): StartTransfer {
    const { channel, openLeg, place, timers } = this.parts;
    const tell = (message: string): void => {
      this.#detail('transfer', message);
    };
    return sipTransfers({ contact, channel, openLeg, place, timers, tell });
  }

  async #refuse(reason: string): Promise<void> {
    await this.parts.record.ended(EMPTY_REPORT);
    this.#progress.refused({ temporary: true, reason });
  }

  get #carrierId(): string | null {
    return this.#phone?.callId ?? null;
  }

  #detail(kind: TimelineKind, message: string, shownNumber?: string): void {
    this.#progress.tell({
      type: 'timeline',
      kind,
      message,
      ...(shownNumber !== undefined && { shownNumber }),
    });
  }
}
